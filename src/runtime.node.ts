import { createServer, type IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { getRequestListener, type HttpBindings, RequestError } from '@hono/node-server';
import { type WebSocket, WebSocketServer } from 'ws';
import { AppError, unexpected } from '../modules/kit/errors.ts';
import { maxConnections } from '../modules/kit/http/connection-cap.ts';
import {
  type Listen,
  type Listener,
  type ListenOptions,
  MAX_SOCKET_BACKLOG_BYTES,
  MAX_SOCKET_MESSAGE_BYTES,
  type Socket,
  type SocketHandler,
  STOP_GRACE_MS,
} from '../modules/kit/runtime.ts';
import { m } from '../modules/kit/texts/m.ts';
import { asRequest, writeAnswer } from './raw-answer.node.ts';

/** Node's parser error codes; everything else is reported as malformed. */
const PARSER_REFUSALS: Record<string, () => AppError> = {
  HPE_HEADER_OVERFLOW: () => new AppError(431, 'headers', m.web_error_headers()),
  ERR_HTTP_REQUEST_TIMEOUT: () => new AppError(408, 'request-timeout', m.web_error_request_timeout()),
};
const malformed = () => new AppError(400, 'malformed', m.web_error_malformed());

export const listen: Listen = (options) =>
  new Promise<Listener>((resolve, reject) => {
    const sockets = new WebSocketServer({
      noServer: true,
      maxPayload: MAX_SOCKET_MESSAGE_BYTES,
      perMessageDeflate: false,
    });
    const answer = getRequestListener(
      async (request, env) => {
        const { incoming, outgoing } = env as HttpBindings;
        if (incoming.headers.host === undefined && incoming.httpVersion !== '1.0')
          return options.refuse(malformed());
        return hideFaults(await options.fetch(request, incoming.socket.remoteAddress ?? ''), outgoing);
      },
      {
        // For requests without a Host header, which HTTP/1.0 allows.
        hostname: 'localhost',
        errorHandler: (error) =>
          error instanceof RequestError ? options.refuse(malformed()) : options.refuse(unexpected()),
      },
    );
    // We reject a missing Host ourselves, with our own error.
    const server = createServer({ requireHostHeader: false }, answer);
    server.maxConnections = maxConnections() ?? Number.POSITIVE_INFINITY;
    server.once('error', reject);
    server.on('upgrade', (request: IncomingMessage, stream: Duplex, head: Buffer) => {
      void acceptUpgrade(options, sockets, { incoming: request, stream, head }).catch(() =>
        refuseRaw(options, stream, unexpected()),
      );
    });
    server.on('clientError', (error: NodeJS.ErrnoException, stream: Duplex) => {
      if (error.code === 'ECONNRESET' || !stream.writable) return void stream.destroy();
      const refusal = PARSER_REFUSALS[error.code ?? ''] ?? malformed;
      void refuseRaw(options, stream, refusal());
    });
    server.on('checkExpectation', (request: IncomingMessage) => {
      void refuseRaw(options, request.socket, new AppError(417, 'expectation', m.web_error_expectation()));
    });
    server.listen(options.port, options.host, () => {
      const bound = server.address();
      resolve({
        port: typeof bound === 'object' && bound ? bound.port : options.port,
        stop: () =>
          new Promise((stopped) => {
            server.close(() => stopped());
            server.closeIdleConnections();
            setTimeout(() => {
              for (const client of sockets.clients) client.terminate();
              server.closeAllConnections();
            }, STOP_GRACE_MS).unref();
          }),
      });
    });
  });

/** Without this the adapter would write the error's message into the body; breaking the connection is enough. */
function hideFaults(response: Response, outgoing: HttpBindings['outgoing']): Response {
  if (!response.body) return response;
  const reader = response.body.getReader();
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = await reader.read();
          if (done) controller.close();
          else controller.enqueue(value);
        } catch (error) {
          outgoing.destroy();
          throw error;
        }
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
  return new Response(body, response);
}

async function refuseRaw(options: ListenOptions, stream: Duplex, error: AppError) {
  try {
    await writeAnswer(stream, await options.refuse(error));
  } catch {
    stream.destroy();
  }
}

async function acceptUpgrade(
  options: ListenOptions,
  sockets: WebSocketServer,
  { incoming, stream, head }: { incoming: IncomingMessage; stream: Duplex; head: Buffer },
): Promise<void> {
  // A client that disconnects meanwhile is not our fault.
  stream.on('error', () => stream.destroy());
  const address = incoming.socket.remoteAddress ?? '';
  const request = asRequest(incoming);
  if (request === null) return refuseRaw(options, stream, malformed());
  const decision = await options.upgrade(request, address);
  // An offer to switch to another protocol, which we ignore. A body would still be in flight.
  if (decision === null) {
    const plain = request.method === 'GET' || request.method === 'HEAD';
    const answer = plain ? options.fetch(request, address) : options.refuse(malformed());
    return writeAnswer(stream, await answer, request.method);
  }
  if (decision instanceof Response) return writeAnswer(stream, decision, request.method);
  sockets.handleUpgrade(incoming, stream, head, (ws) => attach(ws, decision));
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
  // Every error is followed by 'close'.
  ws.on('error', () => {});
  handler.open(socket);
}
