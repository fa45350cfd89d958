import { utcText } from '../../../src/kit/clock.ts';
import { notFound } from '../../../src/kit/errors.ts';
import type { SessionUser } from '../../auth/schemas.ts';
import { nameOf } from '../../dreams/shared/sort.ts';
import type { Audit } from '../audit.ts';
import type { AdminDeps } from '../deps.ts';
import { mailPerson } from '../people/mail-person.ts';
import type { ReportAction, ReportsAnswer, TakeDownAnswer } from '../schemas/reports.ts';

const MAX_DREAMS = 100;
const REPORTS_SHOWN = 5;

type TakeDownDeps = Pick<AdminDeps, 'dreams' | 'auth' | 'mail' | 'log' | 'appName'>;

/** The asked dream, then those that were reported last, and those whose links are closed by an operator. */
export async function readReports(
  { store }: Pick<AdminDeps, 'store'>,
  asked: string | undefined,
): Promise<ReportsAnswer> {
  const [reported, closed] = await Promise.all([
    store.listReported(MAX_DREAMS),
    store.listTakenDown(MAX_DREAMS),
  ]);
  const ids = [...new Set([...(asked ? [asked] : []), ...reported, ...closed])];
  if (ids.length === 0) return { dreams: [] };
  const [rows, counted, reports] = await Promise.all([
    store.dreamsOf(ids),
    store.countReportsOf(ids),
    store.reportsOf(ids),
  ]);
  const counts = new Map(counted.map(({ dreamId, n }) => [dreamId, n]));
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
        shared: dream.shared,
        taken_down: dream.takenDownAt
          ? { reason: dream.takenDownReason ?? '', at: utcText(dream.takenDownAt) }
          : null,
        report_count: counts.get(id) ?? 0,
        reports: reports
          .filter(({ dreamId }) => dreamId === id)
          .slice(0, REPORTS_SHOWN)
          .map(({ reason, message, createdAt }) => ({ reason, message, at: utcText(createdAt) })),
      };
    }),
  };
}

/**
 * Closes a dream's link, or opens it again, and mails its owner why.
 * @throws AppError 404; 502 where it is done and the mail could not be sent
 */
export async function takeDown(
  deps: TakeDownDeps,
  admin: Pick<SessionUser, 'id'>,
  audit: Audit,
  { action, sessionId, reason }: ReportAction,
  origin: string,
): Promise<TakeDownAnswer> {
  const { repository } = deps.dreams;
  const dream = await repository.find(sessionId);
  if (!dream) throw notFound('No session');
  const isDown = action === 'takeDown';
  const changed = isDown ? await repository.takeDown(dream.id, reason) : await repository.putBack(dream.id);
  if (!changed) return { changed };
  await audit({
    action: isDown ? 'take-down' : 'put-back',
    userId: dream.userId,
    targetId: dream.id,
    detail: `“${nameOf({ dream_name: dream.name }) || 'untitled'}”: ${reason}`,
  });
  const name = nameOf({ dream_name: dream.name }) || 'untitled';
  const address = `${origin}/session?session_id=${dream.id}`;
  const [subject, paragraph] = isDown
    ? [
        `The link of your dream “${name}” was closed`,
        `We have closed the public link of your dream “${name}” on ${deps.appName}. You can still watch it yourself: ${address}`,
      ]
    : [
        `The link of your dream “${name}” is yours again`,
        `The public link of your dream “${name}” on ${deps.appName} is as it was before we closed it: ${address}`,
      ];
  const notice = { kind: 'take-down', userId: dream.userId, subject, paragraphs: [paragraph], reason };
  await mailPerson(deps, admin, notice, origin);
  return { changed };
}
