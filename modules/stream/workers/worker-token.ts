import { timingSafeEqual } from 'node:crypto';
import type { RateLimits } from '../../../src/kit/http/rate-limit.ts';

export interface WorkerTokenDeps {
  rateLimits: RateLimits;
  workerToken: string;
  /** a client at this address presented a wrong token, and may do so again */
  workerRefused(address: string): void;
  /** the client's address, by the socket's address and a trusted proxy's word */
  addressOf(request: Request, socketAddress: string): string;
}

/**
 * Judges the token that a worker brings. Wrong ones are reported and counted by address; after too many even
 * the right one has to wait there, or else guessing would cost nothing. Clients on this box never wait: they
 * are the embedded workers, or could read the token anyway.
 * @returns the refusal, or null
 */
export async function refuseWorker(
  { rateLimits, workerToken, workerRefused, addressOf }: WorkerTokenDeps,
  request: Request,
  socketAddress: string,
): Promise<Response | null> {
  const address = addressOf(request, socketAddress);
  const counted = !isOnThisBox(request, socketAddress);
  const wait = counted ? await rateLimits.wait('workerToken', address) : 0;
  if (wait > 0) return refusal(429, 'Too many wrong worker tokens. Please wait.', wait);
  const given = bearerOf(request);
  if (isSame(given, workerToken)) return null;
  if (counted) await rateLimits.take('workerToken', address).catch(() => {});
  workerRefused(address);
  return refusal(401, 'The worker token is not right.');
}

/** The token in an Authorization header, or an empty text. */
export const bearerOf = (request: Request): string =>
  request.headers.get('authorization')?.match(/^Bearer (.+)$/)?.[1] ?? '';

function isOnThisBox(request: Request, socketAddress: string): boolean {
  const isLoopback = /^(127\.|::1$|::ffff:127\.)/i.test(socketAddress);
  // A proxy on this box passes on everybody's requests.
  return isLoopback && !request.headers.has('x-forwarded-for') && !request.headers.has('forwarded');
}

function refusal(status: number, error: string, retryAfter?: number): Response {
  return Response.json(
    { error },
    { status, headers: retryAfter === undefined ? {} : { 'Retry-After': String(retryAfter) } },
  );
}

function isSame(given: string, expected: string): boolean {
  const a = Buffer.from(given);
  const b = Buffer.from(expected);
  return a.length === b.length && timingSafeEqual(a, b);
}
