const MINUTE_MS = 60_000;
/** After the first attempt: soon for greylisting, which lets a second one in after some minutes, then for a day. */
const ATTEMPTS_AT_MINUTES = [1, 5, 15, 30, 60, 120, 240, 480, 720, 1080, 1440];

/** A mail server that can't be reached, or hangs up before it has answered. */
const NO_ANSWER = new Set([
  ...['ECONNECTION', 'ETIMEDOUT', 'ESOCKET', 'EDNS', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'EAI_AGAIN'],
  ...['EHOSTUNREACH', 'ENETUNREACH'],
]);

type MailFault = Error & { code?: unknown; command?: unknown; responseCode?: unknown };

/** True if nobody answered: nothing is known about this mail's recipient. */
export function isUnanswered(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, responseCode } = error as MailFault;
  return typeof responseCode !== 'number' && typeof code === 'string' && NO_ANSWER.has(code);
}

/** True if the mail server said "later" (RFC 5321, 4.2.1: 4yz) or nothing. A permanent refusal is no such fault. */
export function isDeferred(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { responseCode } = error as MailFault;
  return (
    isUnanswered(error) || (typeof responseCode === 'number' && responseCode >= 400 && responseCode < 500)
  );
}

/** True if the mail server refuses the recipient for good: another try would end like this one. */
export function refusesRecipient(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { command, responseCode } = error as MailFault;
  return command === 'RCPT TO' && typeof responseCode === 'number' && responseCode >= 500;
}

/** When a mail that was first tried at one moment is tried next; null a day after that. All in ms since the epoch. */
export function nextAttemptAt(firstAt: number, now: number): number | null {
  const next = ATTEMPTS_AT_MINUTES.find((minutes) => firstAt + minutes * MINUTE_MS > now);
  return next === undefined ? null : firstAt + next * MINUTE_MS;
}
