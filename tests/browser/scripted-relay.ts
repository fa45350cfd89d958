import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright/test';
import { type WebSocket, WebSocketServer } from 'ws';
import type { Codec } from '../../modules/protocol/codecs.ts';
import { encodeFrame } from '../../modules/protocol/frame.ts';
import type { ViewerEvent } from '../../modules/protocol/viewer-messages.ts';
import type { ConnectAnswer } from '../../modules/stream/contract/schemas.ts';
import { createInbox, type Inbox } from '../wire/inbox.ts';

/** Like the real relay's status messages, but in a message that pages ignore. */
const BEAT_INTERVAL_MS = 1000;

/** A live page's socket. */
export interface ScriptedViewer {
  /** messages from the page, as raw text */
  sent: Inbox<string>;
  report(event: ViewerEvent): void;
  /** Sends a JPEG, or an H.264 access unit if `coding` says so. */
  frame(frameId: number, picture: Uint8Array, coding?: { codec: Codec; key: boolean }): void;
  /** URL that the page connected to */
  readonly url: string;
  close(code: number): void;
  /** Stops sending anything, like a dead connection. */
  fallSilent(): void;
  /** resolves when either side has closed it */
  closed: Promise<void>;
}

/**
 * A relay that sends what a test wants at once: clocks, failures and quality changes that would take minutes with the
 * real one. Start the server with `NODE_URL` set to its address.
 */
export async function startScriptedRelay() {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  const socketUrl = `ws://127.0.0.1:${port}/`;
  const viewers = createInbox<ScriptedViewer>(() => 'a viewer');
  server.on('connection', (socket, { url }) => viewers.add(viewerOf(socket, url ?? '')));
  return {
    url: `http://127.0.0.1:${port}`,
    socketUrl,
    /** Answers the page's connect calls, by default with a socket to this relay. */
    async answer(page: Page, more: Partial<ConnectAnswer> = {}): Promise<void> {
      const answer: ConnectAnswer = {
        sessionId: 'a-scripted-dream',
        status: 'ready',
        ready: true,
        websocketUrl: socketUrl,
        error: null,
        queuePosition: null,
        ...more,
      };
      await page.route('**/api/stream/connect', (route) => route.fulfill({ json: answer }));
    },
    /** The next socket that a page opens. */
    viewer: () => viewers.find('a viewer', () => true, viewers.items.length),
    async close(): Promise<void> {
      for (const socket of server.clients) socket.terminate();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function viewerOf(socket: WebSocket, url: string): ScriptedViewer {
  const sent = createInbox<string>((text) => text);
  socket.on('message', (data: Buffer) => sent.add(data.toString()));
  const beat = setInterval(() => socket.send('{"type":"beat"}'), BEAT_INTERVAL_MS);
  socket.once('close', () => clearInterval(beat));
  return {
    sent,
    report: (event) => socket.send(JSON.stringify(event)),
    url,
    frame: (frameId, picture, coding) =>
      socket.send(encodeFrame({ id: frameId, at: Date.now(), requestAck: true, ...coding }, picture)),
    close: (code) => socket.close(code),
    fallSilent: () => clearInterval(beat),
    closed: new Promise((resolve) => socket.once('close', () => resolve())),
  };
}
