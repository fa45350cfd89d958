/** A server whose app fails in every possible way; the tests run it under each runtime. Prints its port. */

import { createLog } from '../../modules/kit/log.ts';
import { readConfig } from '../../src/config.ts';
import { createFront } from '../../src/front.ts';

const SECRET = '/etc/secret-of-the-tests';

function broken(pieces: number): Response {
  let sent = 0;
  const stream = new ReadableStream({
    pull(controller) {
      sent += 1;
      if (sent > pieces) throw new Error(SECRET);
      controller.enqueue(new TextEncoder().encode('piece'));
    },
  });
  return new Response(stream, { headers: { 'content-type': 'text/plain' } });
}

const FAULTS: Record<string, () => Response | Promise<Response>> = {
  '/throws': () => {
    throw new Error(SECRET);
  },
  '/rejects': () => Promise.reject(new Error(SECRET)),
  '/stream-at-once': () => broken(0),
  '/stream-later': () => broken(2),
};

const { listen } = await (process.versions.bun
  ? import('../../src/runtime.bun.ts')
  : import('../../src/runtime.node.ts'));
const front = createFront({
  config: readConfig({}),
  log: createLog('error'),
  app: { fetch: (request) => FAULTS[new URL(request.url).pathname]?.() ?? new Response('fine') },
  upgrade(request) {
    if (request.headers.get('upgrade') !== 'websocket') return null;
    if (new URL(request.url).pathname === '/throws') throw new Error(SECRET);
    return Promise.reject(new Error(SECRET));
  },
});
const { port } = await listen({ port: 0, host: '127.0.0.1', ...front });
console.log(`listening on ${port}`);
