import { WebSocket } from 'ws';
import { m } from '../../../kit/texts/m.ts';
import { within } from '../../../kit/within.ts';
import { EngineFault } from './adapter.ts';
import { unreachable } from './call-engine.ts';

export type EngineConnection = ReturnType<typeof openConnection>;

export interface ConnectionOptions {
  /** the engine's name, for people */
  label: string;
  /** http or https */
  url: string;
  headers?: Record<string, string>;
  opened?(): void;
  text(message: string): void;
  binary(bytes: Buffer): void;
  /** called once if the connection can't be opened or closes unexpectedly */
  failed(fault: EngineFault): void;
}

const OPENS_TIMEOUT_MS = 10_000;
const CLOSES_TIMEOUT_MS = 3_000;
const SETTLES_TIMEOUT_MS = 2_000;
/** Large enough for a chunk of video or an image. */
const MAX_BYTES = 32 * 1024 * 1024;

export function openConnection({ label, url, headers = {}, ...events }: ConnectionOptions) {
  const socket = new WebSocket(url.replace(/^http/, 'ws'), {
    headers,
    perMessageDeflate: false,
    handshakeTimeout: OPENS_TIMEOUT_MS,
    maxPayload: MAX_BYTES,
  });
  let isOpen = false;
  let isClosing = false;
  const tooLong = setTimeout(() => socket.terminate(), OPENS_TIMEOUT_MS);

  const closed = new Promise<void>((resolve) => {
    socket.on('close', (code: number, reason: Buffer) => {
      clearTimeout(tooLong);
      resolve();
      if (isClosing) return;
      isClosing = true;
      const words = reason.toString('utf8').slice(0, 200) || `${code}`;
      events.failed(
        isOpen
          ? new EngineFault(m.worker_engine_connection_lost({ engine: label, reason: words }))
          : unreachable(label, url),
      );
    });
  });
  socket.on('open', () => {
    clearTimeout(tooLong);
    isOpen = true;
    events.opened?.();
  });
  socket.on('message', (data: Buffer, isBinary: boolean) => {
    if (isClosing) return;
    if (isBinary) events.binary(data);
    else events.text(data.toString('utf8'));
  });
  // 'close' follows every error
  socket.on('error', () => {});

  return {
    /** does nothing unless the connection is open */
    send(message: string | Uint8Array): void {
      if (socket.readyState === WebSocket.OPEN) socket.send(message);
    },
    /**
     * resolves when the engine has received everything and its own messages have arrived, or after two seconds without an
     * answer
     */
    async settled(): Promise<void> {
      if (socket.readyState !== WebSocket.OPEN) return;
      const answered = new Promise((resolve) => socket.once('pong', resolve));
      socket.ping();
      await within(Promise.race([answered, closed]), SETTLES_TIMEOUT_MS);
    },
    /** resolves when the engine has confirmed the close */
    async close(): Promise<void> {
      isClosing = true;
      clearTimeout(tooLong);
      if (isOpen) {
        socket.close(1000);
        await within(closed, CLOSES_TIMEOUT_MS);
      }
      socket.terminate();
    },
  };
}
