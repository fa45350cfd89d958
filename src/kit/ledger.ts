/**
 * Facts of one module that a restored backup may be older than: what was erased, closed, blocked and taken back. All of
 * them are read as they are now, so that the latest word counts whatever came before it.
 */
export interface LedgerPart {
  name: string;
  /** Facts as JSON; erased things appear as codes only. @param since no backup holds older erasures */
  read(since: number): Promise<unknown>;
  /**
   * Brings a restored database to such facts, within a transaction. May run again.
   * @param knowsAll the backup is no older than the ledger's memory: whatever it doesn't name is open by now
   */
  restore(facts: never, knowsAll: boolean): Promise<LedgerOutcome>;
}

/** True for two rows that agree in these columns. */
export const agreeIn = <Row extends object>(columns: readonly (keyof Row)[], one: Row, other: Row): boolean =>
  columns.every((column) => one[column] === other[column]);

/** Number of things that a restored database had otherwise. */
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
