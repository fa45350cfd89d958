import { AppError, unexpected } from '../modules/kit/errors.ts';
import { capConnections } from '../modules/kit/http/connection-cap.ts';
import {
  type Listen,
  type ListenOptions,
  MAX_SOCKET_BACKLOG_BYTES,
  MAX_SOCKET_MESSAGE_BYTES,
  type Socket,
  type SocketHandler,
  STOP_GRACE_MS,
} from '../modules/kit/runtime.ts';
import { within } from '../modules/kit/within.ts';

/** A class, since each message for each watcher touches one. */
class BunSocket implements Socket {
  readonly #ws: Bun.ServerWebSocket<SocketHandler>;

  constructor(ws: Bun.ServerWebSocket<SocketHandler>) {
    this.#ws = ws;
  }

  send(message: string | Uint8Array): boolean {
    return this.#ws.send(message) !== 0;
  }

  backlog(): number {
    return this.#ws.getBufferedAmount();
  }

  ping(): void {
    this.#ws.ping();
  }

  close(code: number, reason: string): void {
    this.#ws.close(code, reason);
  }

  terminate(): void {
    this.#ws.terminate();
  }
}

/** Timeout of a connection without a request in flight, in seconds. */
const IDLE_SECONDS = 20;
/** Maximum stall of a download to a slow reader, in seconds. */
const PAUSE_SECONDS = 120;

export const listen: Listen = async (options) => {
  /** The listening server, and earlier ones that still have connections. */
  const servers = new Set<Bun.Server<SocketHandler>>();
  let server = serve(options, options.port);
  servers.add(server);
  const port = server.port ?? options.port;

  function stopListening(): Promise<void> {
    const closing = server;
    return closing.stop().then(() => void servers.delete(closing));
  }

  const uncap = capConnections({
    close: () => void stopListening(),
    open() {
      try {
        server = serve(options, port);
      } catch {
        return false;
      }
      servers.add(server);
      return true;
    },
    changed: (isFull) => options.full?.(isFull),
  });
  return {
    port,
    async stop() {
      uncap();
      void stopListening();
      await within(Promise.all([...servers].map((one) => one.stop())), STOP_GRACE_MS);
      await Promise.all([...servers].map((one) => one.stop(true)));
    },
  };
};

function serve(options: ListenOptions, port: number): Bun.Server<SocketHandler> {
  return Bun.serve<SocketHandler>({
    port,
    hostname: options.host,
    idleTimeout: IDLE_SECONDS,
    // Regardless of NODE_ENV: a development server's error page shows paths and source code.
    development: false,
    // Outside development mode Bun shares the port with other listeners by default.
    reusePort: false,
    error: () => options.refuse(unexpected()),
    async fetch(request, server) {
      server.timeout(request, PAUSE_SECONDS);
      const address = server.requestIP(request)?.address ?? '';
      const decision = options.upgrade(request, address);
      if (decision) {
        const handler = await decision;
        if (handler instanceof Response) return handler;
        if (server.upgrade(request, { data: handler })) return undefined as unknown as Response;
        return options.refuse(new AppError(426, 'websocket-only', 'This address speaks websocket only.'));
      }
      return options.fetch(request, address);
    },
    websocket: {
      maxPayloadLength: MAX_SOCKET_MESSAGE_BYTES,
      backpressureLimit: MAX_SOCKET_BACKLOG_BYTES,
      // The relay sends pings and detects silence itself, so that both runtimes behave alike.
      idleTimeout: 0,
      sendPings: false,
      perMessageDeflate: false,
      open: (ws) => ws.data.open(new BunSocket(ws)),
      message: (ws, message) => ws.data.message(message),
      drain: (ws) => ws.data.drain(),
      pong: (ws) => ws.data.pong(),
      close: (ws, code) => ws.data.close(code),
    },
  });
}
