import type { IncomingMessage } from 'node:http';
import { type WebSocket, WebSocketServer } from 'ws';
import { type HttpPeer, startHttpPeer } from './http-peer.ts';

/**
 * An engine on loopback with HTTP and websockets at one address.
 * @param serve handles one socket until it closes; throwing closes it
 */
export async function startSocketPeer(
  answer: Parameters<typeof startHttpPeer>[0],
  serve: (socket: WebSocket, request: IncomingMessage) => Promise<void>,
  port = 0,
): Promise<HttpPeer> {
  const peer = await startHttpPeer(answer, port);
  const sockets = new WebSocketServer({ server: peer.server, perMessageDeflate: false });
  const served = new Set<Promise<void>>();
  sockets.on('connection', (socket, request) => {
    socket.on('error', () => {});
    served.add(serve(socket, request).catch(() => socket.terminate()));
  });
  return {
    ...peer,
    async stop() {
      for (const socket of sockets.clients) socket.terminate();
      sockets.close();
      await peer.stop();
      await Promise.all(served);
    },
  };
}
