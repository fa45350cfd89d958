import { request } from 'node:http';
import { WebSocket } from 'ws';
import { asksForAck, readFrame } from '../../modules/protocol/frame.ts';
import { isSound } from '../../modules/protocol/sound.ts';
import type { ViewerEvent } from '../../modules/protocol/viewer-messages.ts';
import { createInbox, type Inbox } from './inbox.ts';

export interface ReceivedFrame {
  frameId: number;
  /** ms since the epoch at the generator */
  timestamp: number;
  requestAck: boolean;
  message: Uint8Array;
  jpeg: Uint8Array;
}

/** The browser's end of a viewer connection, without a browser. */
export interface FakeViewer {
  frames: Inbox<ReceivedFrame>;
  /** messages with sound, as they came */
  sounds: Inbox<Uint8Array>;
  events: Inbox<ViewerEvent>;
  closed: Promise<{ code: number; reason: string }>;
  readonly isClosed: boolean;
  /** Sends objects as JSON; text and bytes unchanged. */
  send(message: unknown): void;
  /** Waits for an event of this type, starting at the given index. */
  event<K extends ViewerEvent['type']>(type: K, from?: number): Promise<Extract<ViewerEvent, { type: K }>>;
  close(): void;
  terminate(): void;
}

export interface ViewerOptions {
  /** acknowledges every frame on arrival, like a fast browser; default: true */
  ack?: boolean;
  headers?: Record<string, string>;
}

export async function openViewer(url: string, options: ViewerOptions = {}): Promise<FakeViewer> {
  const { ack = true, headers = {} } = options;
  const socket = new WebSocket(url, { headers, perMessageDeflate: false });
  const frames = createInbox<ReceivedFrame>(({ frameId }) => `frame ${frameId}`);
  const sounds = createInbox<Uint8Array>(() => 'sound');
  const events = createInbox<ViewerEvent>();
  const send = (message: unknown) =>
    socket.send(
      typeof message === 'string' || message instanceof Uint8Array ? message : JSON.stringify(message),
    );
  const acknowledge = (frameId: number, timestamp: number) => {
    if (ack) send({ type: 'ack', frame_id: frameId, timestamp: Date.now(), server_timestamp: timestamp });
  };
  socket.on('message', (data: Buffer, isBinary: boolean) => {
    if (isBinary) {
      const message = new Uint8Array(data);
      if (isSound(message)) return void sounds.add(message);
      const frame = readFrame(message);
      if (typeof frame === 'string') throw new Error(frame);
      frames.add({
        frameId: frame.id,
        timestamp: frame.at,
        requestAck: asksForAck(frame),
        message,
        jpeg: frame.bytes,
      });
      acknowledge(frame.id, frame.at);
      return;
    }
    const event = JSON.parse(data.toString('utf8')) as ViewerEvent;
    events.add(event);
    if (event.type === 'frame') acknowledge(event.frame_id, event.timestamp);
  });
  const closed = new Promise<{ code: number; reason: string }>((resolve) =>
    socket.on('close', (code: number, reason: Buffer) => resolve({ code, reason: reason.toString('utf8') })),
  );
  await new Promise<void>((resolve, reject) => {
    socket.once('open', resolve);
    socket.once('error', reject);
    void closed.then(({ code }) => reject(new Error(`the viewer socket closed with ${code}`)));
  });
  socket.on('error', () => {});
  return {
    frames,
    sounds,
    events,
    closed,
    get isClosed() {
      return socket.readyState === WebSocket.CLOSED;
    },
    send,
    event: (type, from) =>
      events.find(type, (event) => event.type === type, from) as Promise<
        Extract<ViewerEvent, { type: typeof type }>
      >,
    close: () => socket.close(1000),
    terminate: () => socket.terminate(),
  };
}

/** The server's response to a WebSocket upgrade: 101, or a rejection. */
export function upgradeAnswer(
  url: string,
  headers: Record<string, string> = {},
): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const call = request(url.replace(/^ws/, 'http'), {
      headers: {
        connection: 'Upgrade',
        upgrade: 'websocket',
        'sec-websocket-version': '13',
        'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
        ...headers,
      },
    });
    call.on('upgrade', (_, socket) => {
      socket.destroy();
      resolve({ status: 101, body: '' });
    });
    call.on('response', (response) => {
      let body = '';
      response.setEncoding('utf8').on('data', (text: string) => {
        body += text;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body }));
    });
    call.on('error', reject);
    call.end();
  });
}
