import {
  BROKEN,
  type Listen,
  MAX_SOCKET_BACKLOG_BYTES,
  MAX_SOCKET_MESSAGE_BYTES,
  type Socket,
  type SocketHandler,
  STOP_GRACE_MS,
} from './kit/runtime.ts';
import { within } from './kit/within.ts';

type BunSocket = Bun.ServerWebSocket<SocketHandler>;

const wrap = (ws: BunSocket): Socket => ({
  send: (message) => ws.send(message) !== 0,
  backlog: () => ws.getBufferedAmount(),
  ping: () => void ws.ping(),
  close: (code, reason) => ws.close(code, reason),
  terminate: () => ws.terminate(),
});

export const listen: Listen = async (options) => {
  const server = Bun.serve<SocketHandler>({
    port: options.port,
    hostname: options.host,
    // A download to a slow reader may pause for longer than Bun's default of ten seconds.
    idleTimeout: 120,
    // Whatever NODE_ENV says: the page of a development server shows paths and source.
    development: false,
    // Without development Bun shares a port with whoever else listens on it, unless told not to.
    reusePort: false,
    error: () => options.refuse(500, BROKEN),
    async fetch(request, server) {
      const address = server.requestIP(request)?.address ?? '';
      const decision = options.upgrade(request, address);
      if (decision) {
        const handler = await decision;
        if (handler instanceof Response) return handler;
        if (server.upgrade(request, { data: handler })) return undefined as unknown as Response;
        return options.refuse(426, 'This address speaks websocket only.');
      }
      return options.fetch(request, address);
    },
    websocket: {
      maxPayloadLength: MAX_SOCKET_MESSAGE_BYTES,
      backpressureLimit: MAX_SOCKET_BACKLOG_BYTES,
      // The relay pings by itself and judges silence, so that both runtimes behave alike.
      idleTimeout: 0,
      sendPings: false,
      perMessageDeflate: false,
      open: (ws) => ws.data.open(wrap(ws)),
      message: (ws, message) => ws.data.message(message),
      drain: (ws) => ws.data.drain(),
      pong: (ws) => ws.data.pong(),
      close: (ws, code) => ws.data.close(code),
    },
  });
  return {
    port: server.port ?? options.port,
    async stop() {
      await within(server.stop(), STOP_GRACE_MS);
      await server.stop(true);
    },
  };
};
