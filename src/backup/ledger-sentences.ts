import type { LedgerOutcome } from '../../modules/kit/ledger.ts';
import { momentText } from '../../modules/kit/shared/dates.ts';

/** @param madeAt when the backup was made, as ISO text */
export const noLedger = (madeAt: string): string =>
  `No ledger was found that is newer than this backup of ${momentText(Date.parse(madeAt))}: what was erased, closed or blocked since then is as it was.`;

/** @param days how long backups are kept */
export const tooOld = (days: number): string =>
  `This backup is older than the ${days} days for which erasures are remembered. Accounts and dreams that were erased before then are back; please erase them again.`;

/** @param at when the ledger was written, in ms since the epoch */
export function ledgerSentences(outcome: LedgerOutcome, at: number): string[] {
  const n = (key: keyof LedgerOutcome, one: string, many = `${one}s`) => {
    const count = outcome[key] ?? 0;
    return count === 0 ? [] : [`${count} ${count === 1 ? one : many}`];
  };
  const is = (some: string[]) => (some.length === 1 && some[0]?.startsWith('1 ') ? 'is' : 'are');
  const was = (some: string[]) => (is(some) === 'is' ? 'was' : 'were');
  const say = (some: string[], text: (subject: string) => string) =>
    some.length === 0 ? [] : [text(some.join(' and '))];
  const erased = [...n('accounts erased', 'account'), ...n('dreams erased', 'dream')];
  const closed = n('links closed', 'link');
  const opened = n('links opened', 'link');
  const left = [...n('accounts closed', 'account')];
  const kept = n('accounts kept', 'account');
  const hidden = n('dreams hidden', 'dream');
  const back = n('dreams brought back', 'dream');
  const suspended = n('accounts suspended', 'account');
  const lifted = n('suspensions lifted', 'suspension');
  const blocks = n('blocks', 'block');
  const news = n('opt-outs', 'mailbox', 'mailboxes');
  const sentences = [
    ...say(
      erased,
      (all) => `${all} that ${was(erased)} erased since this backup ${is(erased)} erased again.`,
    ),
    ...say(left, (all) => `${all} that ${was(left)} closed since ${is(left)} closed, to be erased in time.`),
    ...say(kept, (all) => `${all} that ${was(kept)} kept after all since ${is(kept)} open again.`),
    ...say(closed, (all) => `${all} that ${was(closed)} closed since ${is(closed)} closed again.`),
    ...say(opened, (all) => `${all} that ${was(opened)} opened since ${is(opened)} open again.`),
    ...say(hidden, (all) => `${all} that ${was(hidden)} deleted since ${is(hidden)} in the Trash again.`),
    ...say(back, (all) => `${all} that ${was(back)} brought back since ${is(back)} on the board again.`),
    ...say(
      suspended,
      (all) => `${all} that ${was(suspended)} suspended since ${is(suspended)} suspended again.`,
    ),
    ...say(lifted, (all) => `${all} that ended since ${is(lifted)} over again.`),
    ...say(blocks, (all) => `${all} that ${was(blocks)} added or lifted since ${is(blocks)} so again.`),
    ...say(news, (all) => `${all} that wanted no more news since ${is(news)} left alone again.`),
  ];
  const last = `The ledger is of ${momentText(at)}.`;
  return [...(sentences.length > 0 ? sentences : ['Nothing was erased or closed since this backup.']), last];
}
