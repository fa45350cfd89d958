import { timingSafeEqual } from 'node:crypto';
import { AppError, errorAnswer } from '../../kit/errors.ts';
import type { RateLimits } from '../../kit/http/rate-limit.ts';

export interface WorkerTokenDeps {
  rateLimits: RateLimits;
  workerToken: string;
  /** called when a client at this address presents a wrong token; may be called repeatedly */
  workerRefused(address: string): void;
  /** the client's address, taken from a trusted proxy's header if there is one */
  addressOf(request: Request, socketAddress: string): string;
}

/**
 * Checks a worker's token. Wrong tokens are reported and counted by address; after too many, even the right one must
 * wait, otherwise guessing would cost nothing. Clients on this machine never wait: they are embedded workers, or could
 * read the token anyway.
 * @returns the error response, or null
 */
export async function refuseWorker(
  { rateLimits, workerToken, workerRefused, addressOf }: WorkerTokenDeps,
  request: Request,
  socketAddress: string,
): Promise<Response | null> {
  const address = addressOf(request, socketAddress);
  const counted = !isOnThisBox(request, socketAddress);
  const wait = counted ? await rateLimits.wait('workerToken', address) : 0;
  if (wait > 0)
    return errorAnswer(
      new AppError(429, 'rate', 'Too many wrong worker tokens. Please wait.', { retryAfter: wait }),
    );
  const given = bearerOf(request);
  if (isSame(given, workerToken)) return null;
  if (counted) await rateLimits.take('workerToken', address).catch(() => {});
  workerRefused(address);
  return errorAnswer(new AppError(401, 'worker-token', 'The worker token is not right.'));
}

/** The bearer token of a request, or an empty string. */
export const bearerOf = (request: Request): string =>
  request.headers.get('authorization')?.match(/^Bearer (.+)$/)?.[1] ?? '';

function isOnThisBox(request: Request, socketAddress: string): boolean {
  const isLoopback = /^(127\.|::1$|::ffff:127\.)/i.test(socketAddress);
  // Requests from a proxy on this machine come from anywhere.
  return isLoopback && !request.headers.has('x-forwarded-for') && !request.headers.has('forwarded');
}

function isSame(given: string, expected: string): boolean {
  const a = Buffer.from(given);
  const b = Buffer.from(expected);
  return a.length === b.length && timingSafeEqual(a, b);
}
