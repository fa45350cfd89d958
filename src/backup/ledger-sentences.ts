import type { LedgerOutcome } from '../../modules/kit/ledger.ts';
import { momentText } from '../../modules/kit/shared/dates.ts';
import { m } from '../../modules/kit/texts/m.ts';

/** @param madeAt when the backup was made, as ISO text */
export const noLedger = (madeAt: string): string =>
  m.backup_ledger_none({ time: momentText(Date.parse(madeAt)) });

/** @param days how long backups are kept */
export const tooOld = (days: number): string => m.backup_ledger_old({ count: days });

/** In this order. */
const TEXTS: { [K in keyof LedgerOutcome]-?: (slots: { count: number }) => string } = {
  'accounts erased': m.backup_ledger_accounts_erased,
  'dreams erased': m.backup_ledger_dreams_erased,
  'accounts closed': m.backup_ledger_accounts_closed,
  'accounts kept': m.backup_ledger_accounts_kept,
  'links closed': m.backup_ledger_links_closed,
  'links opened': m.backup_ledger_links_opened,
  'dreams hidden': m.backup_ledger_dreams_hidden,
  'dreams brought back': m.backup_ledger_dreams_back,
  'accounts suspended': m.backup_ledger_suspended,
  'suspensions lifted': m.backup_ledger_lifted,
  blocks: m.backup_ledger_blocks,
  'opt-outs': m.backup_ledger_news,
};

/** @param at when the ledger was written, in ms since the epoch */
export function ledgerSentences(outcome: LedgerOutcome, at: number): string[] {
  const sentences = Object.entries(TEXTS).flatMap(([what, text]) => {
    const count = outcome[what as keyof LedgerOutcome] ?? 0;
    return count === 0 ? [] : [text({ count })];
  });
  return [
    ...(sentences.length > 0 ? sentences : [m.backup_ledger_nothing()]),
    m.backup_ledger_time({ time: momentText(at) }),
  ];
}
