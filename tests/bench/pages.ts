/**
 * Script and style bytes that each page makes a browser download (brotli), and how long an installed server takes to
 * start.
 */
import { startServer } from '../server.ts';

const STARTS = 5;

async function bytesOf(address: string): Promise<number> {
  const answer = await fetch(address, { headers: { 'accept-encoding': 'br' }, decompress: false });
  return (await answer.arrayBuffer()).byteLength;
}

async function pageBytes(
  url: string,
  path: string,
  cookie: string,
): Promise<{ script: number; style: number }> {
  const html = await (await fetch(`${url}${path}`, { headers: { cookie, accept: 'text/html' } })).text();
  const all = [
    ...new Set(
      [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+\.(?:js|css))"/g)].map(([, path]) => path ?? ''),
    ),
  ];
  const sum = async (ending: string) => {
    const sizes = await Promise.all(
      all.filter((path) => path.endsWith(ending)).map((path) => bytesOf(`${url}${path}`)),
    );
    return sizes.reduce((total, size) => total + size, 0);
  };
  return { script: await sum('.js'), style: await sum('.css') };
}

const starts: number[] = [];
let server = await startServer({ env: { WORKERS: 'fleet', LOG_LEVEL: 'error' } });
const { dataDir } = server;
const entered = await fetch(server.adminLink ?? '', { method: 'POST', redirect: 'manual' });
const cookie = entered.headers.get('set-cookie')?.split(';')[0] ?? '';
for (const path of ['/', '/unauthorized', '/dreamboard', '/stream']) {
  const { script, style } = await pageBytes(server.url, path, cookie);
  console.log(
    `page ${path}: ${(script / 1024).toFixed(1)} KB of script, ${(style / 1024).toFixed(1)} KB of style (brotli)`,
  );
}
for (let round = 0; round < STARTS; round++) {
  await server.stop();
  const began = performance.now();
  server = await startServer({ dataDir, env: { WORKERS: 'fleet', LOG_LEVEL: 'error' } });
  await fetch(`${server.url}/`);
  starts.push(performance.now() - began);
}
console.log(
  `start of a ready box to its first page: ${starts.toSorted((a, b) => a - b)[2]?.toFixed(0)} ms (median of ${STARTS})`,
);
await server.dispose();
