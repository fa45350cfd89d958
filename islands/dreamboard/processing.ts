import type { Session, SessionsAnswer } from '../../modules/dreams/contract/schemas.ts';
import { parseUtc } from '../../modules/kit/shared/dates.ts';

const WINDOW_MS = 8 * 60_000;

/** The dream shown as being compiled: the one that ended last, if it's still compiling. */
export function processingSession(sessions: readonly Session[], now: number): Session | null {
  const ended = (session: Session) => parseUtc(session.stream_end_time)?.getTime() ?? Number.NaN;
  return (
    sessions
      .filter(
        (session) =>
          session.job_status === 'COMPLETED' &&
          session.server_status === 'PROCESSING' &&
          now - ended(session) < WINDOW_MS,
      )
      .sort((a, b) => ended(b) - ended(a))[0] ?? null
  );
}

/** Ms until the next poll. */
export function pollInterval(data: SessionsAnswer, now: number): number {
  if (processingSession(data.sessions, now)) return 3000;
  return data.activeSession ? 10_000 : 30_000;
}
