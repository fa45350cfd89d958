const MINUTE_MS = 60_000;
/**
 * Times after the first attempt: soon for greylisting, which accepts a second attempt after some minutes, then up to a
 * day.
 */
const ATTEMPTS_AT_MINUTES = [1, 5, 15, 30, 60, 120, 240, 480, 720, 1080, 1440];

/** The mail server can't be reached, or disconnects before answering. */
const NO_ANSWER = new Set([
  ...['ECONNECTION', 'ETIMEDOUT', 'ESOCKET', 'EDNS', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'EAI_AGAIN'],
  ...['EHOSTUNREACH', 'ENETUNREACH'],
]);

type MailFault = Error & { code?: unknown; command?: unknown; responseCode?: unknown };

/** True if no server answered, so nothing is known about the recipient. */
export function isUnanswered(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, responseCode } = error as MailFault;
  return typeof responseCode !== 'number' && typeof code === 'string' && NO_ANSWER.has(code);
}

/**
 * True if the mail server answered "later" (RFC 5321, 4.2.1: 4yz) or not at all, but false for a permanent rejection.
 */
export function isDeferred(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { responseCode } = error as MailFault;
  return (
    isUnanswered(error) || (typeof responseCode === 'number' && responseCode >= 400 && responseCode < 500)
  );
}

/** True if the mail server permanently rejects the recipient, so a retry is pointless. */
export function refusesRecipient(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { command, responseCode } = error as MailFault;
  return command === 'RCPT TO' && typeof responseCode === 'number' && responseCode >= 500;
}

/** Time of the next attempt; null once a day has passed since the first. All in ms since the epoch. */
export function nextAttemptAt(firstAt: number, now: number): number | null {
  const next = ATTEMPTS_AT_MINUTES.find((minutes) => firstAt + minutes * MINUTE_MS > now);
  return next === undefined ? null : firstAt + next * MINUTE_MS;
}
