import { isLinkOpen } from '../../dreams/contract/held.ts';
import { linkPath } from '../../dreams/contract/short-link.ts';
import type { Dream, DreamRepository, OpenAudience } from '../../dreams/dreams.ts';
import { currentLocale } from '../../kit/texts/locale.ts';
import type { Cluster } from '../cluster/cluster.ts';
import type { WatchAnswer } from '../contract/schemas.ts';
import type { Relay } from '../relay.ts';
import { isWatchId } from './admit-watcher.ts';
import type { WatchCall } from './watch-call.ts';

export interface Watched {
  audience: OpenAudience;
  dream: Dream;
}

export type Watching = ReturnType<typeof createWatching>;

interface WatchingDeps {
  repository: Pick<DreamRepository, 'findWatched' | 'listWatchable'>;
  relay: Pick<Relay, 'room' | 'watcherTicket' | 'maxWatchers'>;
  cluster: Pick<Cluster, 'watch'>;
  /** true for accounts that are closed or suspended */
  isClosed(userId: string): Promise<boolean>;
}

const NOWHERE = { websocketUrl: null, watching: 0, sharedUrl: null } as const;
export const CLOSED_LINK: WatchAnswer = { state: 'closed', ...NOWHERE };

/** Answers to the visitors of an audience's link. */
export function createWatching({ repository, relay, cluster, isClosed }: WatchingDeps) {
  return {
    /** The dream behind a link, live or ended; null if the link is closed or never was one. */
    async find(watchId: string): Promise<Watched | null> {
      const found = isWatchId(watchId) ? await repository.findWatched(watchId) : null;
      if (!found) return null;
      const { dream } = found;
      if (dream.hiddenAt !== null || dream.removedAt !== null) return null;
      // A live dream's own link opens later, so only what closes it against the owner's choice counts.
      if (!isLinkOpen({ ...dream, shared: true })) return null;
      return (await isClosed(dream.userId)) ? null : found;
    },

    /** For operators: how many watch each of these dreams; only those that are open have an entry. */
    async count(dreams: readonly Dream[]): Promise<Map<string, number>> {
      const live = dreams.filter(({ endedAt }) => endedAt === null);
      const open = live.length > 0 ? await repository.listWatchable(live.map(({ id }) => id)) : [];
      const counted = open.map(async (audience) => {
        const dream = live.find(({ id }) => id === audience.dreamId);
        const elsewhere =
          dream && (await cluster.watch(dream, { audience, visitor: null, socketOrigin: '' }));
        const watching = relay.room(audience.dreamId)?.audience.size ?? elsewhere?.watching ?? 0;
        return [audience.dreamId, watching] as const;
      });
      return new Map(await Promise.all(counted));
    },

    /** Ends the connections of a dream that has just been closed; other servers notice by themselves. */
    closed: (dreamId: string) => relay.room(dreamId)?.audience.close(),

    async report({ dream, audience }: Watched, call: Omit<WatchCall, 'audience'>): Promise<WatchAnswer> {
      const hasEnded = dream.endedAt !== null || relay.room(dream.id)?.ended;
      if (hasEnded) {
        const sharedUrl = isLinkOpen(dream) ? linkPath(dream.id) : null;
        return { ...NOWHERE, state: 'ended', sharedUrl };
      }
      if (audience.signedIn && !call.visitor) return { ...NOWHERE, state: 'sign-in' };
      const here = { ...call, audience };
      const elsewhere = relay.room(dream.id) ? null : await cluster.watch(dream, here);
      return elsewhere ?? watchHere(relay, dream, here);
    },
  };
}

/** As above for a live dream whose room is on this server or nowhere. */
export function watchHere(
  relay: WatchingDeps['relay'],
  dream: Dream,
  { audience, visitor, socketOrigin }: WatchCall,
): WatchAnswer {
  const room = relay.room(dream.id);
  if (!room || room.ended) return { ...NOWHERE, state: 'waiting' };
  const watching = room.audience.size;
  if (watching >= relay.maxWatchers) return { ...NOWHERE, state: 'full', watching };
  const query = new URLSearchParams({ id: audience.watchId, lang: currentLocale() });
  if (visitor) {
    const { id: userId, name, login } = visitor;
    query.set('ticket', relay.watcherTicket({ watchId: audience.watchId, userId, name }, login));
  }
  return {
    state: room.jobStatus() === 'RUNNING' ? 'live' : 'waiting',
    websocketUrl: `${socketOrigin}/watch/ws?${query}`,
    watching,
    sharedUrl: null,
  };
}
