/** Needs of the app, by whichever runtime: requests in, answers out, and raw websockets. */

export const MAX_SOCKET_MESSAGE_BYTES = 8 * 1024 * 1024;
/** Unsent bytes that one socket may hold before further sends are refused. */
export const MAX_SOCKET_BACKLOG_BYTES = 12 * 1024 * 1024;

/** One open websocket. */
export interface Socket {
  /** Queues a message; false when it was refused because the socket is gone or its backlog full. */
  send(message: string | Uint8Array): boolean;
  /** bytes accepted but not yet with the kernel */
  backlog(): number;
  ping(): void;
  close(code: number, reason: string): void;
  /** Drops the connection without a closing handshake. */
  terminate(): void;
}

/** Events of one websocket, from its opening to its one close. */
export interface SocketHandler {
  open(socket: Socket): void;
  message(message: string | Uint8Array): void;
  /** the backlog has been written */
  drain(): void;
  pong(): void;
  close(code: number): void;
}

export interface ListenOptions {
  port: number;
  host: string;
  fetch(request: Request, address: string): Response | Promise<Response>;
  /** Decides on a websocket request: a handler accepts it, a response refuses it, null leaves it to fetch. */
  upgrade(request: Request, address: string): Promise<SocketHandler | Response> | null;
  /** No further connection is accepted, for there are no descriptors left for one; or they are again. */
  full?(isFull: boolean): void;
  /** The answer where a runtime refuses by itself; it says nothing of the inside. */
  refuse(status: number, error: string): Response | Promise<Response>;
}

export interface Listener {
  port: number;
  /** Takes no new requests, lets running ones end for a moment, and closes what is left. */
  stop(): Promise<void>;
}

export type Listen = (options: ListenOptions) => Promise<Listener>;

/** Answer for a fault that nobody foresaw. */
export const BROKEN = 'Unexpected server error. Please try again later.';

/** Time that requests under way have once the server stops. */
export const STOP_GRACE_MS = 1_000;
