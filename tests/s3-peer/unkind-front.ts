import { createServer, type IncomingMessage, request as passOn, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createChance, type PeerOptions } from '../engines/peer-chance.ts';

const FAULTS = ['slow-down', 'reset', 'answer-lost', 'cut', 'late', 'failed-in-200'] as const;
const LATE_MS = 400;
const SLOW_DOWN = '<?xml version="1.0"?><Error><Code>SlowDown</Code></Error>';
const FAILED = '<?xml version="1.0"?><Error><Code>InternalError</Code></Error>';

/**
 * Proxy in front of an S3 server. Makes some calls fail, the way they do on bad days, and all of them during an outage.
 */
export async function startUnkindFront(upstream: { host?: string; port: number }, options: PeerOptions) {
  const chance = createChance(options);
  let away = false;
  const server = createServer((request, response) => {
    const fault = chance.fault(FAULTS);
    if (away || fault === 'reset') return void request.socket.destroy();
    if (fault === 'slow-down')
      return void response.writeHead(503, { 'content-type': 'application/xml' }).end(SLOW_DOWN);
    // Only CompleteMultipartUpload may send status 200 before it knows the outcome.
    const completes = request.method === 'POST' && request.url?.includes('uploadId');
    if (fault === 'failed-in-200' && completes) {
      return void response.writeHead(200, { 'content-type': 'application/xml' }).end(FAILED);
    }
    setTimeout(() => pass(request, response, fault), fault === 'late' ? chance.about(LATE_MS) : 0);
  });

  function pass(request: IncomingMessage, response: ServerResponse, fault: string | null): void {
    const { method, url: path, headers } = request;
    const host = upstream.host ?? '127.0.0.1';
    const passed = passOn({ host, port: upstream.port, method, path, headers, agent: false }, (answer) => {
      const pieces: Buffer[] = [];
      answer.on('data', (piece: Buffer) => pieces.push(piece));
      answer.on('error', () => request.socket.destroy());
      answer.on('end', () => {
        const body = Buffer.concat(pieces);
        if (fault === 'answer-lost' || away) return void request.socket.destroy();
        const { connection: _, 'transfer-encoding': __, ...kept } = answer.headers;
        const length = method === 'HEAD' ? answer.headers['content-length'] : body.length;
        response.writeHead(answer.statusCode ?? 502, {
          ...kept,
          ...(length !== undefined && { 'content-length': length }),
        });
        if (fault !== 'cut' || body.length < 2) return void response.end(body);
        response.write(body.subarray(0, body.length / 2), () => request.socket.destroy());
      });
    });
    passed.on('error', () => request.socket.destroy());
    request.on('error', () => passed.destroy());
    request.pipe(passed);
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    endpoint: `http://127.0.0.1:${port}`,
    leave: () => {
      away = true;
    },
    comeBack: () => {
      away = false;
    },
    async stop(): Promise<void> {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
