/**
 * One module's facts for the restore ledger: what was erased, closed, blocked or taken back. Always a snapshot of the
 * current state, so the latest state wins.
 */
export interface LedgerPart {
  name: string;
  /**
   * The facts as JSON; erased things only appear as codes. @param since erasures older than every backup are left out
   */
  read(since: number): Promise<unknown>;
  /**
   * Applies the facts to a restored database, within a transaction; idempotent.
   * @param knowsAll true if the ledger covers everything since the backup, so that anything it doesn't name is open
   */
  restore(facts: never, knowsAll: boolean): Promise<LedgerOutcome>;
}

/** True if two rows agree in these columns. */
export const agreeIn = <Row extends object>(columns: readonly (keyof Row)[], one: Row, other: Row): boolean =>
  columns.every((column) => one[column] === other[column]);

/** Number of changes, by kind. */
export type LedgerOutcome = Partial<Record<LedgerCount, number>>;

export type LedgerCount =
  | 'accounts erased'
  | 'dreams erased'
  | 'accounts closed'
  | 'accounts kept'
  | 'accounts suspended'
  | 'suspensions lifted'
  | 'blocks'
  | 'links closed'
  | 'links opened'
  | 'dreams hidden'
  | 'dreams brought back'
  | 'opt-outs';
