import { createHash } from 'node:crypto';
import type { Clock } from '../../kit/clock.ts';
import { networkOf } from '../../kit/http/client-address.ts';
import type { RateLimits } from '../../kit/http/rate-limit.ts';
import type { Log } from '../../kit/log.ts';
import type { AppContext } from '../../web/context.ts';
import type { DreamRow, DreamsStore } from '../store.ts';
import { isPersonLooking } from './is-person-looking.ts';

const DAY_MS = 24 * 3600_000;

export interface ViewDeps {
  store: Pick<DreamsStore, 'saltOf' | 'addView' | 'dropVisitors'>;
  clock: Clock;
  log: Log;
  rateLimits: RateLimits;
}

/**
 * Counts views of public links by people other than the owner, once per visitor and day (UTC), without recording who
 * they were.
 */
export function createViews({ store, clock, log, rateLimits }: ViewDeps) {
  const today = () => Math.floor(clock.now() / DAY_MS);
  let salt: { day: number; text: Promise<string> } | null = null;

  function saltOf(day: number): Promise<string> {
    if (salt?.day !== day) salt = { day, text: store.saltOf(day) };
    return salt.text;
  }

  /** Pseudonym for this dream and day, which can't be traced back. */
  async function nameFor(dreamId: string, who: string): Promise<string> {
    const parts = [await saltOf(today()), dreamId, who];
    return createHash('sha256').update(parts.join('\n')).digest('base64url');
  }

  return {
    /** Pseudonym for the network that a report came from. */
    nameReporter: (c: AppContext, dreamId: string) => nameFor(dreamId, networkOf(c.get('address'))),

    /** Never throws: the visitor gets the page in any case. */
    async count(c: AppContext, dream: DreamRow): Promise<void> {
      const person = c.get('person');
      if (person?.id === dream.userId || !isPersonLooking(c.req.raw)) return;
      try {
        // Keeps a single network from inflating the count.
        await rateLimits.take('view', c.get('address'));
      } catch {
        return;
      }
      try {
        const who = person?.id ?? `${networkOf(c.get('address'))}\n${c.req.header('user-agent')}`;
        await store.addView(dream.id, today(), await nameFor(dream.id, who));
      } catch (error) {
        salt = null;
        log.warn('a view was not counted', { dream: dream.id, error });
      }
    },

    /** Visitors are only remembered for the current day. */
    dropVisitors: () => store.dropVisitors(today()),
  };
}
