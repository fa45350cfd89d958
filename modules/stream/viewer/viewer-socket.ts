import { isFailure } from '../../dreams/contract/dream-end.ts';
import type { Clock } from '../../kit/clock.ts';
import { createTokenBucket } from '../../kit/flow/token-bucket.ts';
import type { Socket, SocketHandler } from '../../kit/runtime.ts';
import { inCodes } from '../../kit/texts/in-codes.ts';
import type { ControlValue } from '../../protocol/controls.ts';
import { VIDEO_MESSAGE_BYTES } from '../../protocol/video-frame.ts';
import { readAck, type ViewerRefusal, viewerMessage } from '../../protocol/viewer-messages.ts';
import { readMessage } from '../../protocol/worker-messages.ts';
import type { Login } from '../../web/contract/person.ts';
import type { Room } from '../room/room.ts';
import { knownWords } from '../workers/known-words.ts';
import type { ViewerLink, ViewerTakes } from './viewer-link.ts';

/** A longer message closes the socket. */
const MAX_MESSAGE_BYTES = 64 * 1024;

/** Twenty times what a busy viewer sends, with a minute's worth as a burst. Beyond this, the socket is closed. */
const BYTES = { capacity: 4 * 1024 * 1024, perSecond: 64 * 1024 };
/** Minimum charge per message, since short ones take time too. */
const MIN_COST = 100;

/** One viewer's websocket: parses messages and passes them to the room. */
export function createViewerSocket(
  clock: Clock,
  room: Room,
  takes: ViewerTakes,
  login: Login,
): SocketHandler {
  const bytes = createTokenBucket(clock, BYTES);
  let socket: Socket | null = null;
  let link: ViewerLink | null = null;

  const reject = (refused: ViewerRefusal & { control?: string }, id?: string) =>
    link?.send({ type: 'error', ...refused, ...(id && { id }) });
  const rejectMessage = (error: string) => reject({ code: 'invalid-message', error });

  function prompt(id: string | undefined, text: string): void {
    const refused = room.prompt(id, text);
    if (refused) reject(refused, id);
  }

  function control(name: string, value: ControlValue): void {
    const refused = room.control(name, value);
    if (refused) link?.send({ type: 'error', ...refused, control: name, value: room.controlValue(name) });
  }

  function video(turned: Parameters<Room['camera']['turn']>[1]): void {
    const refused = link && room.camera.turn(link, turned);
    if (refused) reject({ ...refused, control: turned.name });
  }

  function camera(message: Uint8Array): void {
    const refused = link && room.camera.frame(link, message);
    if (refused === 'flood') tooMuch();
    else if (refused) reject(refused);
  }

  function tooMuch(): void {
    if (!link) return;
    link.close(1008, 'Too many messages.');
    room.detachViewer(link);
  }

  function receive(message: Parameters<SocketHandler['message']>[0]): void {
    if (!link) return;
    if (typeof message !== 'string') {
      camera(message);
      return;
    }
    if (!/^[{[]/.test(message)) {
      prompt(undefined, message);
      return;
    }
    const read = readMessage(viewerMessage, message);
    if (typeof read === 'string') rejectMessage(knownWords(read));
    else if (read.type === 'prompt') prompt(read.id, read.text);
    else if (read.type === 'control') control(read.name, read.value);
    else if (read.type === 'video') video(read);
    else if (read.type === 'sound') link.takeSound(read.on);
    else if (read.type === 'ack') link.acknowledged(read.frame_id);
    else if (read.type === 'score') room.score.act(read.act);
    else if (read.type === 'active') room.active();
    else if (read.type === 'keyframe') room.viewerLost(link);
    else if (read.type === 'codecs') room.viewerTakes(link, read.codecs);
    else if (read.type === 'take') room.audience.dreamer.take(read.id);
    else if (read.type === 'drop') room.audience.dreamer.drop(read.id);
    else if (read.type === 'ballot') room.audience.dreamer.openBallot(read.seconds);
    else if (read.type === 'role') room.audience.dreamer.setRole(read.watcher, read.role);
    else room.end('viewer-ended');
  }

  return {
    open(opened) {
      socket = opened;
      if (room.ended) opened.close(isFailure(room.ended.status) ? 4002 : 1000, 'The dream has ended.');
      else link = inCodes(() => room.attachViewer(opened, takes, login));
    },
    message(message) {
      // The other side may keep sending until it has read the close.
      if (!link || link.closed) return;
      const size = typeof message === 'string' ? Buffer.byteLength(message) : message.byteLength;
      const isFrame = typeof message !== 'string' && room.camera.knows(link);
      const most = isFrame ? VIDEO_MESSAGE_BYTES : MAX_MESSAGE_BYTES;
      if (size > most) {
        socket?.close(1009, `A message has at most ${most} bytes.`);
        return;
      }
      // A camera that is on has its own limits.
      const isCounted = !isFrame || !room.camera.isOn(link);
      if (isCounted && !bytes.take(Math.max(size, MIN_COST))) {
        tooMuch();
        return;
      }
      const acknowledged = typeof message === 'string' ? readAck(message) : null;
      if (acknowledged === null) inCodes(() => receive(message));
      else link.acknowledged(acknowledged);
    },
    drain: () => link?.flush(),
    pong() {},
    close() {
      if (link) room.detachViewer(link);
    },
  };
}
