import type { AppError } from './errors.ts';

/** Interface between the app and a runtime (Bun or Node): requests, responses and raw websockets. */

export const MAX_SOCKET_MESSAGE_BYTES = 8 * 1024 * 1024;
/** Maximum unsent bytes per socket; further sends are rejected. */
export const MAX_SOCKET_BACKLOG_BYTES = 12 * 1024 * 1024;

/** An open websocket. */
export interface Socket {
  /** Queues a message; false if the socket is closed or its backlog is full. */
  send(message: string | Uint8Array): boolean;
  /** Bytes accepted but not yet passed to the kernel. */
  backlog(): number;
  ping(): void;
  close(code: number, reason: string): void;
  /** Drops the connection without a closing handshake. */
  terminate(): void;
}

/** Events of one websocket; `close` is called exactly once. */
export interface SocketHandler {
  open(socket: Socket): void;
  message(message: string | Uint8Array): void;
  /** The backlog has been flushed. */
  drain(): void;
  pong(): void;
  close(code: number): void;
}

export interface ListenOptions {
  port: number;
  host: string;
  fetch(request: Request, address: string): Response | Promise<Response>;
  /** Decides on an upgrade: a handler accepts it, a Response rejects it, null passes the request to fetch. */
  upgrade(request: Request, address: string): Promise<SocketHandler | Response> | null;
  /** Called when connections are paused for lack of descriptors, and when they resume. */
  full?(isFull: boolean): void;
  /** The response when the runtime itself rejects a request; reveals nothing internal. */
  refuse(error: AppError): Response | Promise<Response>;
}

export interface Listener {
  port: number;
  /** Stops accepting requests, gives running ones a moment to finish, and closes the rest. */
  stop(): Promise<void>;
}

export type Listen = (options: ListenOptions) => Promise<Listener>;

/** Time that running requests have to finish after a stop. */
export const STOP_GRACE_MS = 1_000;
