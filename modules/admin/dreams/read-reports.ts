import { HOLDS, holdsOf, isLinkOpen } from '../../dreams/contract/held.ts';
import {
  DECIDE_WITHIN_MS,
  REPORT_REASON_KEYS,
  REPORT_REASONS,
} from '../../dreams/contract/report-reasons.ts';
import type { Dream } from '../../dreams/dreams.ts';
import { utcText } from '../../kit/clock.ts';
import type { LinkState, ReportsAnswer } from '../contract/reports.ts';
import type { AdminDeps } from '../deps.ts';

const MAX_DREAMS = 100;
const REPORTS_SHOWN = 5;

/** The requested dream, then the most recently reported ones, then those whose links an operator closed. */
export async function readReports(
  { store, dreams: { evidence } }: Pick<AdminDeps, 'store' | 'dreams'>,
  asked: string | undefined,
): Promise<ReportsAnswer> {
  const [reported, held, closed] = await Promise.all([
    store.listReported(MAX_DREAMS),
    store.listHeld(MAX_DREAMS),
    store.listTakenDown(MAX_DREAMS),
  ]);
  const ids = [...new Set([...(asked ? [asked] : []), ...reported, ...held, ...closed])];
  const [rows, counted, reports, kept, copies] = await Promise.all([
    store.dreamsOf(ids),
    store.countReportsOf(ids),
    store.reportsOf(ids),
    evidence.list(),
    copiesOf(store, reported),
  ]);
  const counts = new Map(counted.map((one) => [one.dreamId, one]));
  const known = new Map(rows.map((row) => [row.dream.id, row]));
  return {
    dreams: ids.flatMap((id) => {
      const row = known.get(id);
      if (!row) return [];
      const { dream, email } = row;
      return {
        session_id: id,
        dream_name: dream.name,
        user_id: dream.userId,
        user_email: email,
        thumbnail_url: dream.thumbnailKey ? `/api/sessions/${id}/thumbnail` : null,
        ...toLinkState(dream),
        report_count: counts.get(id)?.n ?? 0,
        new_count: counts.get(id)?.unseen ?? 0,
        due_at: dueText(counts.get(id)?.firstOpenAt),
        copies: copies.get(id) ?? [],
        reports: reports
          .filter(({ dreamId }) => dreamId === id)
          .slice(0, REPORTS_SHOWN)
          .map(({ reason, message, createdAt, decision }) => ({
            ...{ reason, message, decision },
            at: utcText(createdAt),
          })),
      };
    }),
    evidence: kept.map(({ id, facts, keptUntil }) => ({
      session_id: id,
      dream_name: facts.name,
      reasons: [...new Set(facts.reports.map(({ reason }) => reason))],
      kept_until: utcText(keptUntil),
    })),
  };
}

/** Copies of the dreams that have an open report whose reason requires looking for copies. */
async function copiesOf(store: AdminDeps['store'], ids: string[]): Promise<Map<string, string[]>> {
  const wanted = await store.openFor(
    REPORT_REASON_KEYS.filter((reason) => REPORT_REASONS[reason].findsCopies),
    ids,
  );
  return new Map(await Promise.all(wanted.map(async (id) => [id, await store.copiesOf(id)] as const)));
}

const dueText = (firstOpenAt: number | null | undefined) =>
  firstOpenAt ? utcText(firstOpenAt + DECIDE_WITHIN_MS) : null;

/** An operator's decision, if any. */
export const decided = (at: number | null, reason: string | null) =>
  at === null ? null : { reason: reason ?? '', at: utcText(at) };

export const toLinkState = (dream: Dream): LinkState => ({
  shared: isLinkOpen(dream),
  taken_down: decided(dream.takenDownAt, dream.takenDownReason),
  removed: decided(dream.removedAt, dream.removedReason),
  holds: holdsOf(dream).map(({ hold, at }) => ({ reason: HOLDS[hold](), at: utcText(at) })),
});
