import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type HttpBindings, serve } from '@hono/node-server';
import { type WebSocket, WebSocketServer } from 'ws';
import {
  type Listen,
  type Listener,
  type ListenOptions,
  MAX_SOCKET_BACKLOG_BYTES,
  MAX_SOCKET_MESSAGE_BYTES,
  type Socket,
  type SocketHandler,
  STOP_GRACE_MS,
} from './runtime.ts';

export const listen: Listen = (options) =>
  new Promise<Listener>((resolve, reject) => {
    const sockets = new WebSocketServer({
      noServer: true,
      maxPayload: MAX_SOCKET_MESSAGE_BYTES,
      perMessageDeflate: false,
    });
    const server = serve(
      {
        port: options.port,
        hostname: options.host,
        fetch: (request, env) => {
          const { incoming } = env as HttpBindings;
          return options.fetch(request, incoming.socket.remoteAddress ?? '');
        },
      },
      ({ port }) => {
        resolve({
          port,
          stop: () =>
            new Promise((stopped) => {
              server.close(() => stopped());
              const closing = 'closeAllConnections' in server ? server : null;
              closing?.closeIdleConnections();
              setTimeout(() => {
                for (const client of sockets.clients) client.terminate();
                closing?.closeAllConnections();
              }, STOP_GRACE_MS).unref();
            }),
        });
      },
    );
    server.once('error', reject);
    server.on('upgrade', (request: IncomingMessage, stream: Duplex, head: Buffer) => {
      void acceptUpgrade(options, sockets, request, stream, head).catch(() => stream.destroy());
    });
  });

async function acceptUpgrade(
  options: ListenOptions,
  sockets: WebSocketServer,
  request: IncomingMessage,
  stream: Duplex,
  head: Buffer,
): Promise<void> {
  const address = request.socket.remoteAddress ?? '';
  const decision = await options.upgrade(asRequest(request), address);
  if (decision === null) return refuse(stream, new Response(null, { status: 404 }));
  if (decision instanceof Response) return refuse(stream, decision);
  sockets.handleUpgrade(request, stream, head, (ws) => attach(ws, decision));
}

function asRequest(request: IncomingMessage): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (typeof value === 'string') headers.set(name, value);
  }
  return new Request(`http://${request.headers.host ?? 'localhost'}${request.url ?? '/'}`, { headers });
}

async function refuse(stream: Duplex, response: Response): Promise<void> {
  const body = await response.text();
  stream.end(
    `HTTP/1.1 ${response.status} Refused\r\nContent-Type: ${response.headers.get('content-type') ?? 'text/plain'}\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
}

function attach(ws: WebSocket, handler: SocketHandler): void {
  const socket: Socket = {
    send(message) {
      if (ws.readyState !== ws.OPEN || ws.bufferedAmount > MAX_SOCKET_BACKLOG_BYTES) return false;
      ws.send(message, () => {
        if (ws.bufferedAmount === 0) handler.drain();
      });
      return true;
    },
    backlog: () => ws.bufferedAmount,
    ping: () => {
      if (ws.readyState === ws.OPEN) ws.ping();
    },
    close: (code, reason) => ws.close(code, reason),
    terminate: () => ws.terminate(),
  };
  ws.on('message', (data: Buffer, isBinary: boolean) =>
    handler.message(isBinary ? data : data.toString('utf8')),
  );
  ws.on('pong', () => handler.pong());
  ws.on('close', (code) => handler.close(code));
  // 'close' follows every error
  ws.on('error', () => {});
  handler.open(socket);
}
