import type { OpenAudience } from '../../dreams/dreams.ts';
import type { Socket } from '../../kit/runtime.ts';
import type { RoomCore } from '../room/room-core.ts';
import type { ViewerTakes } from '../viewer/viewer-link.ts';
import { createAudienceWords, type WordParts } from './audience-words.ts';
import { createWatchers, type Watcher, type WatcherIdentity } from './watchers.ts';

/** The page then asks for the link's state. */
const CLOSED = 4004;

export type RoomAudience = ReturnType<typeof createRoomAudience>;

type AudienceParts = Omit<WordParts, 'watchers'> &
  Pick<Parameters<typeof createWatchers>[1], 'video' | 'safety' | 'camera' | 'sound'>;

/** The audience of one room, while its dreamer has opened it. */
export function createRoomAudience(core: RoomCore, parts: AudienceParts) {
  const { clock } = core;
  const watchers = createWatchers(core, { ...parts, sendControls: (watcher) => words.sendControls(watcher) });
  const words = createAudienceWords(core, { ...parts, watchers });
  let opening: OpenAudience | null = null;
  let openedAt = Number.NEGATIVE_INFINITY;

  return {
    attach(socket: Socket, takes: Omit<ViewerTakes, 'format'>, who: WatcherIdentity): Watcher {
      const watcher = watchers.attach(socket, takes, who);
      words.greet(watcher);
      return watcher;
    },
    detach(watcher: Watcher): void {
      watchers.detach(watcher);
      words.leave(watcher);
    },
    lost(watcher: Watcher): void {
      watcher.link.lost();
      watchers.needKeyframe();
    },
    take: watchers.take,
    words,

    /** The dreamer's part. */
    dreamer: {
      /** Sends a dreamer who joins what their page has missed. */
      send(): void {
        if (!opening) return;
        watchers.sendPeople();
        words.greetDreamer();
      },
      take: words.take,
      drop: words.drop,
      openBallot: words.openBallot,
      setRole: watchers.setRole,
    },

    get size() {
      return watchers.size;
    },
    get opening() {
      return opening;
    },
    /** monotonic time of the last call of `opened` */
    get openedAt() {
      return openedAt;
    },
    /** The dream is open, or open under other conditions. */
    opened(next: OpenAudience): void {
      if (opening && opening.watchId !== next.watchId) watchers.dismiss(CLOSED, 'This link has been closed.');
      opening = next;
      openedAt = clock.monotonic();
      if (next.signedIn)
        watchers.dismiss(CLOSED, 'Please sign in to watch.', ({ who }) => who.login === null);
    },
    /** The dream isn't open any more. */
    close(): void {
      opening = null;
      watchers.dropPlayers();
      words.clear();
      watchers.dismiss(CLOSED, 'This link has been closed.');
    },
    /** The dream has ended, or has moved to another server. */
    end(code: number, reason: string): void {
      opening = null;
      core.fanOut.finish();
      watchers.dismiss(code, reason);
    },
    closeLogin: watchers.closeLogin,
    tick(): void {
      words.tick();
      watchers.tick();
    },
  };
}
