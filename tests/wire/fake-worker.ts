import sharp from 'sharp';
import { WebSocket } from 'ws';
import { encodeFrame } from '../../modules/protocol/frame.ts';
import type { RelayMessage } from '../../modules/protocol/worker-messages.ts';
import type { RunningServer } from '../server.ts';
import { createInbox, type Inbox } from './inbox.ts';

export const WORKER_TOKEN = 'a-token-for-tests-only';

/** A worker driven by a test's script, so that it can misbehave. */
export interface FakeWorker {
  messages: Inbox<RelayMessage>;
  /** frames of the viewer’s camera, as they came */
  pictures: Uint8Array[];
  closed: Promise<{ code: number; reason: string }>;
  /** Sends objects as JSON; text and bytes unchanged. */
  send(message: unknown): void;
  /** Waits for a message of this type, starting at the given index. */
  reported<K extends RelayMessage['type']>(
    type: K,
    from?: number,
  ): Promise<Extract<RelayMessage, { type: K }>>;
  /** Sends one frame; ids increase automatically. */
  frame(id?: number, jpeg?: Uint8Array): number;
  /** Sends frames at a rate until `stop` arrives. */
  stream(fps?: number): void;
  close(): void;
  terminate(): void;
}

export const HELLO = {
  type: 'hello',
  protocol: 1,
  worker_id: 'fake',
  generator: 'fake',
  version: '1',
  width: 1280,
  height: 720,
  fps: 16,
} as const;

export const SMALL = { width: 320, height: 180 };

export const picture: Uint8Array = await paint({ width: 1280, height: 720 });
/** For dreams that become a video: compiling these costs a fraction of compiling full-size frames. */
export const smallPicture: Uint8Array = await paint(SMALL);

function paint(size: { width: number; height: number }): Promise<Uint8Array> {
  return sharp({ create: { ...size, channels: 3, background: { r: 30, g: 90, b: 160 } } })
    .jpeg({ quality: 60 })
    .toBuffer();
}

export interface WorkerOptions {
  /** null: send nothing */
  hello?: Record<string, unknown> | null;
  /** answers `start` with `ready` and `stop` with `stopped`, and acknowledges prompts; default: true */
  manners?: boolean;
  /** loading time before `ready`; default: 0 */
  loadsMs?: number;
  /** image for frames sent without one */
  jpeg?: Uint8Array;
  /** called with each message before it is answered */
  onMessage?(message: RelayMessage): void;
  /** a URL with a ticket, as used by browsers, instead of the token */
  address?: string;
  origin?: string;
}

export async function connectWorker(server: RunningServer, options: WorkerOptions = {}): Promise<FakeWorker> {
  const { hello = HELLO, manners = true, loadsMs = 0, jpeg = picture, address, origin } = options;
  const socket = new WebSocket(address ?? `${server.url.replace(/^http/, 'ws')}/worker`, {
    headers: {
      ...(address ? {} : { authorization: `Bearer ${WORKER_TOKEN}` }),
      ...(origin ? { origin } : {}),
    },
    perMessageDeflate: false,
  });
  const messages = createInbox<RelayMessage>();
  const pictures: Uint8Array[] = [];
  let nextId = 1;
  let timer: ReturnType<typeof setInterval> | undefined;
  let loading: ReturnType<typeof setTimeout> | undefined;
  const send = (message: unknown) => {
    if (socket.readyState !== WebSocket.OPEN) return;
    socket.send(
      typeof message === 'string' || message instanceof Uint8Array ? message : JSON.stringify(message),
    );
  };
  const reported: FakeWorker['reported'] = (type, from) =>
    messages.find(type, (message) => message.type === type, from) as never;

  function answer(message: RelayMessage): void {
    if (message.type === 'start' && loadsMs === 0) send({ type: 'ready' });
    else if (message.type === 'start') loading = setTimeout(() => send({ type: 'ready' }), loadsMs);
    if (message.type === 'prompt') send({ type: 'prompt_ack', id: message.id, frame_id: nextId });
    if (message.type === 'stop') {
      clearTimeout(loading);
      clearInterval(timer);
      nextId = 1;
      send({ type: 'stopped' });
    }
  }

  socket.on('message', (data: Buffer, isBinary: boolean) => {
    if (isBinary) return void pictures.push(new Uint8Array(data));
    const message = JSON.parse(data.toString('utf8')) as RelayMessage;
    messages.add(message);
    options.onMessage?.(message);
    if (manners) answer(message);
  });
  const closed = new Promise<{ code: number; reason: string }>((resolve) =>
    socket.on('close', (code: number, reason: Buffer) => {
      clearTimeout(loading);
      clearInterval(timer);
      resolve({ code, reason: reason.toString('utf8') });
    }),
  );
  await new Promise<void>((resolve, reject) => {
    socket.once('open', resolve);
    socket.once('error', reject);
  });
  socket.on('error', () => {});
  if (hello) send(hello);
  if (hello === HELLO) await reported('welcome');

  function frame(id = nextId, bytes = jpeg): number {
    nextId = id + 1;
    send(encodeFrame({ id, at: Date.now() }, bytes));
    return id;
  }
  return {
    messages,
    pictures,
    closed,
    send,
    reported,
    frame,
    stream(fps = 16) {
      clearInterval(timer);
      timer = setInterval(() => frame(), 1000 / fps);
    },
    close: () => socket.close(1000),
    terminate: () => socket.terminate(),
  };
}
