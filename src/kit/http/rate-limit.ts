import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { AppError } from '../errors.ts';
import { networkOf } from './client-address.ts';

/** The contract's limits: how many calls in how many seconds. */
const LIMITS = {
  signIn: { points: 60, duration: 60 },
  connect: { points: 240, duration: 60 },
  drawTicket: { points: 60, duration: 60 },
  llm: { points: 30, duration: 60 },
  voice: { points: 90, duration: 60 },
  picture: { points: 30, duration: 60 },
  /** sign-in links to one mailbox that one network asks for, and all do */
  mailLink: { points: 10, duration: 3600 },
  mailbox: { points: 40, duration: 3600 },
  /** of one login */
  confirmLink: { points: 10, duration: 3600 },
  helpChat: { points: 30, duration: 60 },
  report: { points: 10, duration: 3600 },
  /** of one address */
  reportReceipt: { points: 5, duration: 3600 },
  billing: { points: 60, duration: 60 },
  check: { points: 30, duration: 60 },
  view: { points: 60, duration: 3600 },
  search: { points: 120, duration: 60 },
  conversation: { points: 300, duration: 60 },
  setup: { points: 30, duration: 60 },
  export: { points: 6, duration: 3600 },
  archive: { points: 30, duration: 3600 },
  clientFps: { points: 60, duration: 60 },
  /** wrong ones */
  workerToken: { points: 20, duration: 60 },
} as const;

export interface RateLimits {
  /** Counts one call of this kind. @throws AppError 429 with Retry-After when there were too many */
  take(kind: keyof typeof LIMITS, key: string): Promise<void>;
  /** Seconds until there is one of this kind left, 0 when there is now. Counts nothing. */
  wait(kind: keyof typeof LIMITS, key: string): Promise<number>;
}

/** Counts the calls of one kind; those of several servers, where they share what it counts with. */
export type MakeLimiter = (kind: string, limit: { points: number; duration: number }) => RateLimiterAbstract;

/** In this process. A window ends by a timer, so that a clock set back locks nobody out; one set ahead ends the open ones, once. */
const inMemory: MakeLimiter = (_kind, limit) => new RateLimiterMemory(limit);

export function createRateLimits(make: MakeLimiter = inMemory): RateLimits {
  const limiters = Object.fromEntries(
    Object.entries(LIMITS).map(([kind, limit]) => [kind, make(kind, limit)]),
  ) as Record<keyof typeof LIMITS, RateLimiterAbstract>;
  return {
    async take(kind, key) {
      try {
        await limiters[kind].consume(networkOf(key));
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw refusal;
        throw new AppError(429, 'rate', 'Too many requests. Please wait a moment and try again.', {
          retryAfter: refusal.msBeforeNext / 1000,
        });
      }
    },
    async wait(kind, key) {
      const spent = await limiters[kind].get(networkOf(key));
      return spent && spent.remainingPoints <= 0 ? Math.ceil(spent.msBeforeNext / 1000) : 0;
    },
  };
}
