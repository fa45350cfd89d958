import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { AppError } from '../errors.ts';
import { m } from '../texts/m.ts';
import { networkOf } from './client-address.ts';

/** The contract's limits; `duration` is in seconds. */
const LIMITS = {
  signIn: { points: 60, duration: 60 },
  connect: { points: 240, duration: 60 },
  /** Sockets of watchers, and looks at an audience's link: a class behind one address that comes back at once. */
  watch: { points: 300, duration: 60 },
  watchLink: { points: 1200, duration: 60 },
  audience: { points: 30, duration: 60 },
  /** Looks back in a live dream: ten a second while someone drags the scrubber. */
  rewind: { points: 600, duration: 60 },
  clip: { points: 20, duration: 60 },
  drawTicket: { points: 60, duration: 60 },
  llm: { points: 30, duration: 60 },
  voice: { points: 90, duration: 60 },
  picture: { points: 30, duration: 60 },
  /** Sign-in links requested for one mailbox: from one network, and in total. */
  mailLink: { points: 10, duration: 3600 },
  mailbox: { points: 40, duration: 3600 },
  /** Per login. */
  confirmLink: { points: 10, duration: 3600 },
  helpChat: { points: 30, duration: 60 },
  /** New guests: from one network, and in total. */
  guest: { points: 6, duration: 3600 },
  guests: { points: 300, duration: 3600 },
  report: { points: 10, duration: 3600 },
  /** Per e-mail address. */
  reportReceipt: { points: 5, duration: 3600 },
  billing: { points: 60, duration: 60 },
  check: { points: 30, duration: 60 },
  view: { points: 60, duration: 3600 },
  search: { points: 120, duration: 60 },
  conversation: { points: 300, duration: 60 },
  /** Scores saved, imported and sent to a live dream. */
  score: { points: 120, duration: 60 },
  /** Changes to collections: one for each move of a dream. */
  collection: { points: 300, duration: 60 },
  profile: { points: 30, duration: 3600 },
  setup: { points: 30, duration: 60 },
  export: { points: 6, duration: 3600 },
  archive: { points: 30, duration: 3600 },
  /** Films in other formats. */
  filmExport: { points: 60, duration: 3600 },
  clientFps: { points: 60, duration: 60 },
  newToken: { points: 30, duration: 3600 },
  /** Calls by a person's API tokens, and wrong tokens. */
  tokenCall: { points: 600, duration: 60 },
  wrongToken: { points: 60, duration: 60 },
  /** Wrong tokens only. */
  workerToken: { points: 20, duration: 60 },
} as const;

/** Counted by each server on its own: a count in the database would cost a write per call. */
const LOCAL: ReadonlySet<string> = new Set<keyof typeof LIMITS>(['rewind', 'tokenCall', 'wrongToken']);

export type RateLimits = ReturnType<typeof createRateLimits>;

/** Creates the counter for one kind; a shared store counts across servers. */
export type MakeLimiter = (kind: string, limit: { points: number; duration: number }) => RateLimiterAbstract;

/**
 * Counts in this process. Windows end by timer, so setting the clock back locks nobody out; setting it ahead ends the
 * open windows once.
 */
const inMemory: MakeLimiter = (_kind, limit) => new RateLimiterMemory(limit);

export function createRateLimits(make: MakeLimiter = inMemory) {
  const limiters = Object.fromEntries(
    Object.entries(LIMITS).map(([kind, limit]) => [
      kind,
      LOCAL.has(kind) ? inMemory(kind, limit) : make(kind, limit),
    ]),
  ) as Record<keyof typeof LIMITS, RateLimiterAbstract>;
  return {
    /** Counts one call of this kind. @throws AppError 429 with Retry-After over the limit */
    async take(kind: keyof typeof LIMITS, key: string): Promise<void> {
      try {
        await limiters[kind].consume(networkOf(key));
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw refusal;
        throw new AppError(429, 'rate', m.kit_error_rate(), {
          retryAfter: refusal.msBeforeNext / 1000,
        });
      }
    },
    /** Seconds until a call of this kind is allowed; 0 if it is now. Counts nothing. */
    async wait(kind: keyof typeof LIMITS, key: string): Promise<number> {
      const spent = await limiters[kind].get(networkOf(key));
      return spent && spent.remainingPoints <= 0 ? Math.ceil(spent.msBeforeNext / 1000) : 0;
    },
  };
}
