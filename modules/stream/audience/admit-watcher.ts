import type { DreamRepository } from '../../dreams/dreams.ts';
import type { Clock } from '../../kit/clock.ts';
import { AppError } from '../../kit/errors.ts';
import { networkOf } from '../../kit/http/client-address.ts';
import type { RateLimits } from '../../kit/http/rate-limit.ts';
import type { SocketHandler } from '../../kit/runtime.ts';
import { m } from '../../kit/texts/m.ts';
import { offeredOr } from '../../kit/texts/offered.ts';
import type { Codec } from '../../protocol/codecs.ts';
import type { Tickets } from '../admission/tickets.ts';
import type { Room } from '../room/room.ts';
import { createWatcherSocket } from './watcher-socket.ts';

/** Tickets of watchers with an account. A guest needs none. */
export type WatcherTickets = Tickets<{ watchId: string; userId: string; name: string | null }>;

export type AdmitWatcher = ReturnType<typeof createAdmitWatcher>;

/** Of the places of a dream, what one network may take: a class or a household, but not all. */
const shareOfNetwork = (places: number) => Math.max(10, Math.ceil(places / 2));

export const isWatchId = (text: string): boolean => /^[\w-]{22}$/.test(text);

/** Admits watchers' sockets to rooms on this server. */
export function createAdmitWatcher({
  clock,
  repository,
  rateLimits,
  tickets,
  room,
  maxWatchers,
}: {
  clock: Clock;
  repository: Pick<DreamRepository, 'findWatched'>;
  rateLimits: RateLimits;
  tickets: WatcherTickets;
  room(dreamId: string): Room | null;
  maxWatchers: number;
}) {
  /** watchers by dream and network */
  const networks = new Map<string, number>();

  /** @throws AppError why the watcher isn't admitted */
  return async function admitWatcher(
    query: URLSearchParams,
    { address, codecs }: { address: string; codecs: readonly Codec[] },
  ): Promise<SocketHandler> {
    await rateLimits.take('watch', address);
    const id = query.get('id') ?? '';
    const found = isWatchId(id) ? await repository.findWatched(id) : null;
    if (!found) throw closed();
    const key = query.get('ticket');
    const ticket = key === null ? null : tickets.find(key);
    if (key !== null && ticket?.purpose.watchId !== id)
      throw new AppError(401, 'ticket', m.stream_watch_closed());
    if (!ticket && found.audience.signedIn) throw new AppError(401, 'sign-in', m.stream_watch_sign_in());
    const entered = room(found.dream.id);
    if (!entered || entered.ended) throw closed();
    const { audience } = entered;
    const network = `${found.dream.id} ${networkOf(address)}`;
    const hasPlace = () =>
      audience.size < maxWatchers && (networks.get(network) ?? 0) < shareOfNetwork(maxWatchers);
    if (!hasPlace()) throw new AppError(503, 'full', m.stream_watch_full(), { retryAfter: 10 });
    if (audience.opening === null) audience.opened(found.audience);
    if (key !== null) tickets.spend(key);
    return createWatcherSocket({
      clock,
      audience,
      takes: { codecs, locale: offeredOr(query.get('lang')), sound: query.get('sound') === '1' },
      who: {
        userId: ticket?.purpose.userId ?? null,
        name: ticket?.purpose.name ?? null,
        login: ticket?.login ?? null,
        network: networkOf(address),
        again: query.get('again'),
      },
      enter() {
        if (entered.ended || audience.opening?.watchId !== id || !hasPlace()) return false;
        networks.set(network, (networks.get(network) ?? 0) + 1);
        return true;
      },
      leave() {
        const left = (networks.get(network) ?? 1) - 1;
        if (left > 0) networks.set(network, left);
        else networks.delete(network);
      },
    });
  };
}

const closed = () => new AppError(404, 'closed', m.stream_watch_closed());
