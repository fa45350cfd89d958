import type { Clock } from '../../kit/clock.ts';
import { createTokenBucket } from '../../kit/flow/token-bucket.ts';
import type { Socket, SocketHandler } from '../../kit/runtime.ts';
import { inCodes } from '../../kit/texts/in-codes.ts';
import { m } from '../../kit/texts/m.ts';
import { readCodecs } from '../../protocol/codecs.ts';
import { readAck } from '../../protocol/viewer-messages.ts';
import { watcherMessage } from '../../protocol/watcher-messages.ts';
import { readMessage } from '../../protocol/worker-messages.ts';
import type { ViewerTakes } from '../viewer/viewer-link.ts';
import { knownWords } from '../workers/known-words.ts';
import type { RoomAudience } from './room-audience.ts';
import type { Watcher, WatcherIdentity } from './watchers.ts';

/** A longer message closes the socket. */
const MAX_MESSAGE_BYTES = 8 * 1024;
/** Five times what a watcher sends at 60 frames a second. Beyond this, the socket is closed. */
const BYTES = { capacity: 256 * 1024, perSecond: 32 * 1024 };
/** Minimum charge per message, since short ones take time too. */
const MIN_COST = 100;

interface WatcherSocketOptions {
  clock: Clock;
  audience: RoomAudience;
  takes: Omit<ViewerTakes, 'format'>;
  who: WatcherIdentity;
  /** called once: true if the watcher may come in, which takes up one place */
  enter(): boolean;
  leave(): void;
}

/** One watcher's websocket: parses messages and passes them to the room's audience. */
export function createWatcherSocket(options: WatcherSocketOptions): SocketHandler {
  const { clock, audience, takes, who } = options;
  const bytes = createTokenBucket(clock, BYTES);
  let socket: Socket | null = null;
  let watcher: Watcher | null = null;

  function receive(from: Watcher, text: string): void {
    const read = readMessage(watcherMessage, text);
    if (typeof read === 'string')
      return void from.reject({ code: 'invalid-message', error: knownWords(read) });
    switch (read.type) {
      case 'ack':
        return void from.link.acknowledged(read.frame_id);
      case 'keyframe':
        return void audience.lost(from);
      case 'codecs':
        return void audience.take(from, readCodecs(read.codecs));
      case 'sound':
        return void from.link.takeSound(read.on);
      case 'suggest':
        return void audience.words.suggest(from, read.text);
      case 'prompt':
        return void audience.words.prompt(from, read.text);
      case 'control':
        return void audience.words.control(from, read.name, read.value);
      case 'vote':
        return void audience.words.vote(from, read.id);
      case 'react':
        return void audience.words.react(from, read.kind);
    }
  }

  return {
    open(opened) {
      socket = opened;
      // The link may have been closed, or its last place taken, during the handshake.
      if (!options.enter()) opened.close(4004, 'This link has been closed.');
      else watcher = inCodes(() => audience.attach(opened, takes, who));
    },
    message(message) {
      if (!watcher || watcher.link.closed) return;
      const size = typeof message === 'string' ? Buffer.byteLength(message) : message.byteLength;
      if (size > MAX_MESSAGE_BYTES) {
        socket?.close(1009, `A message has at most ${MAX_MESSAGE_BYTES} bytes.`);
        return;
      }
      if (!bytes.take(Math.max(size, MIN_COST))) {
        watcher.link.close(1008, 'Too many messages.');
        return;
      }
      const from = watcher;
      if (typeof message !== 'string') {
        inCodes(() => from.reject({ code: 'invalid-message', error: m.stream_message_binary() }));
        return;
      }
      const acknowledged = readAck(message);
      if (acknowledged === null) inCodes(() => receive(from, message));
      else from.link.acknowledged(acknowledged);
    },
    drain: () => watcher?.link.flush(),
    pong() {},
    close() {
      if (!watcher) return;
      audience.detach(watcher);
      options.leave();
      watcher = null;
    },
  };
}
