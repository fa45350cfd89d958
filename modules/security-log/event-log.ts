import type { Clock } from '../kit/clock.ts';
import { networkOf } from '../kit/http/client-address.ts';
import type { Log } from '../kit/log.ts';
import type { EventKind, RefusalKind } from './contract/schemas.ts';
import type { SecurityEvent, SecurityStore } from './store.ts';

const FLUSH_MS = 5_000;
const HOUR_MS = 3600_000;
/** Networks counted separately, per kind and hour, so an attacker with many networks can't fill the database. */
const MAX_NETWORKS = 100;
const OTHERS = 'other addresses';
/** Events logged individually per account and hour; any beyond that are only counted. */
const MAX_LINES = 60;

type About = Pick<SecurityEvent, 'kind' | 'userId' | 'address' | 'device'>;

interface Counted extends About {
  hour: number;
  detail: string;
  at: number;
  /** since the last flush */
  waiting: number;
  /** in this hour */
  total: number;
  /** total at which it is logged again */
  reportAt: number;
}

export type EventLog = ReturnType<typeof createEventLog>;

/**
 * Audit log of account security, with each entry also written to the program's log. Anything that unauthenticated
 * callers can cause without limit is only counted, first in memory, so a flood costs no rows, statements or log lines.
 */
export function createEventLog({ store, clock, log }: { store: SecurityStore; clock: Clock; log: Log }) {
  const counted = new Map<string, Counted>();
  const networks = new Map<RefusalKind, number>();
  const lines = new Map<string, number>();
  let hour = 0;
  const timer = setInterval(() => void flush(), FLUSH_MS);
  timer.unref();

  function beginHour(now: number): void {
    if (Math.floor(now / HOUR_MS) === hour) return;
    hour = Math.floor(now / HOUR_MS);
    networks.clear();
    lines.clear();
    for (const [key, one] of counted) {
      if (one.hour !== hour && one.waiting === 0) counted.delete(key);
    }
  }

  const bucketOf = (kind: string, whose: string) => `${kind} ${whose} ${hour}`;

  /** Returns the network, or the shared entry once the hour's limit is reached. */
  function roomFor(kind: RefusalKind, network: string): string {
    if (counted.has(bucketOf(kind, network))) return network;
    const known = networks.get(kind) ?? 0;
    if (known >= MAX_NETWORKS) return OTHERS;
    networks.set(kind, known + 1);
    return network;
  }

  function count(bucket: string, about: About, detail: string): void {
    const one = counted.get(bucket) ?? {
      ...about,
      hour,
      detail: '',
      at: 0,
      waiting: 0,
      total: 0,
      reportAt: 1,
    };
    counted.set(bucket, one);
    one.waiting += 1;
    one.total += 1;
    one.at = clock.now();
    one.detail = detail;
    if (one.total < one.reportAt) return;
    one.reportAt *= 10;
    log.info('security', { ...about, detail: one.detail, inThisHour: one.total });
  }

  /** Stores the counts since the last flush; if that fails, they stay for the next one. */
  async function flush(): Promise<void> {
    beginHour(clock.now());
    for (const [bucket, one] of counted) {
      const { kind, userId, address, device, detail, at, waiting } = one;
      if (waiting === 0) continue;
      one.waiting = 0;
      try {
        await store.count({ bucket, kind, userId, address, device, detail, at, count: waiting });
      } catch (error) {
        one.waiting += waiting;
        log.warn('security log not written', { error });
        return;
      }
    }
  }

  return {
    /** Stores an event. A failure to store it doesn't fail the request. */
    async note(noted: {
      kind: EventKind;
      userId: string;
      /** absent if there was no request */
      address?: string;
      device?: string;
      detail: string;
    }): Promise<void> {
      const event = { address: null, device: null, ...noted };
      beginHour(clock.now());
      const line = (lines.get(event.userId) ?? 0) + 1;
      lines.set(event.userId, line);
      const { detail, ...about } = event;
      if (line > MAX_LINES) return count(bucketOf(event.kind, event.userId), about, detail);
      log.info('security', { ...event });
      try {
        await store.add({ ...event, at: clock.now() });
      } catch (error) {
        log.warn('security log not written', { error });
      }
    },

    /**
     * Counts a refusal by network and hour.
     * @param detail the reason, short and without any secret
     */
    refused(kind: RefusalKind, address: string, detail: string): void {
      beginHour(clock.now());
      const network = roomFor(kind, networkOf(address).slice(0, 64));
      count(bucketOf(kind, network), { kind, address: network, userId: null, device: null }, detail);
    },

    flush,

    async close(): Promise<void> {
      clearInterval(timer);
      await flush();
    },
  };
}
