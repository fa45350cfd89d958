import type { Clock } from '../../src/clock.ts';
import type { Log } from '../../src/log.ts';
import type { EventKind, RefusalKind } from './schemas.ts';
import type { SecurityStore } from './store.ts';

const FLUSH_MS = 5_000;
const HOUR_MS = 3600_000;
/** Addresses of a kind and hour that get a count of their own; whoever has more of them can't fill the database. */
const MOST_ADDRESSES = 500;
const OTHERS = 'other addresses';

interface Counted {
  kind: RefusalKind;
  address: string;
  hour: number;
  /** the last one's */
  detail: string;
  at: number;
  /** since they were last stored */
  waiting: number;
  /** in this hour */
  total: number;
  /** from which total on the program's log hears of it again */
  tellAt: number;
}

export type SecurityLog = ReturnType<typeof createSecurityLog>;

/**
 * The book of what matters to the safety of accounts, and a line each in the program's log. What a stranger can cause
 * without end is only counted, in memory first: a flood of it costs neither rows nor statements nor lines.
 */
export function createSecurityLog({ store, clock, log }: { store: SecurityStore; clock: Clock; log: Log }) {
  const counted = new Map<string, Counted>();
  const addresses = new Map<RefusalKind, number>();
  let hour = 0;
  const timer = setInterval(() => void flush(), FLUSH_MS);
  timer.unref();

  function beginHour(now: number): void {
    if (Math.floor(now / HOUR_MS) === hour) return;
    hour = Math.floor(now / HOUR_MS);
    addresses.clear();
    for (const [key, one] of counted) {
      if (one.hour !== hour && one.waiting === 0) counted.delete(key);
    }
  }

  function bucketOf(kind: RefusalKind, address: string): Counted {
    const keyOf = (whose: string) => `${kind} ${whose} ${hour}`;
    const known = counted.get(keyOf(address));
    if (known) return known;
    const seen = addresses.get(kind) ?? 0;
    const whose = seen < MOST_ADDRESSES ? address : OTHERS;
    const bucket = counted.get(keyOf(whose)) ?? {
      kind,
      address: whose,
      hour,
      detail: '',
      at: 0,
      waiting: 0,
      total: 0,
      tellAt: 1,
    };
    if (whose === address) addresses.set(kind, seen + 1);
    counted.set(keyOf(whose), bucket);
    return bucket;
  }

  /** Stores what was counted since the last time; what can't be stored now is stored with the next. */
  async function flush(): Promise<void> {
    beginHour(clock.now());
    for (const [bucket, one] of counted) {
      const { kind, address, detail, at, waiting: count } = one;
      if (count === 0) continue;
      one.waiting = 0;
      try {
        await store.count({ bucket, kind, address, detail, at, count, userId: null, device: null });
      } catch (error) {
        one.waiting += count;
        log.warn('security log not written', { error });
        return;
      }
    }
  }

  return {
    /** Writes one event down. That it could not be written stops nobody. */
    async note(event: {
      kind: EventKind;
      userId: string;
      address: string;
      device: string;
      detail: string;
    }): Promise<void> {
      log.info('security', { ...event });
      try {
        await store.add({ ...event, at: clock.now() });
      } catch (error) {
        log.warn('security log not written', { error });
      }
    },

    /**
     * Counts a refusal, an address and hour.
     * @param detail why, without any secret
     */
    refused(kind: RefusalKind, address: string, detail: string): void {
      const at = clock.now();
      beginHour(at);
      const bucket = bucketOf(kind, address.slice(0, 64));
      bucket.waiting += 1;
      bucket.total += 1;
      bucket.at = at;
      bucket.detail = detail.slice(0, 160);
      if (bucket.total < bucket.tellAt) return;
      bucket.tellAt *= 10;
      log.info('security', {
        kind,
        address: bucket.address,
        detail: bucket.detail,
        inThisHour: bucket.total,
      });
    },

    flush,
    forgetOld: store.forgetOld,

    async close(): Promise<void> {
      clearInterval(timer);
      await flush();
    },
  };
}
