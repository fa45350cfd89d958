/** The server-rendered dreamboard with 24 tiles, compared with Next.js serving the same page from the same data. */
import { join } from 'node:path';
import { startBoardStage } from '../browser/board-stage.ts';
import { startNextPeer } from './next-peer.ts';
import { processorMs } from './processor.ts';

const TILES = 24;
const AT_ONCE = 8;
const WARM_UP_MS = 2000;
const MEASURE_MS = 6000;
const ROUNDS = 2;

const stage = await startBoardStage({ LOG_LEVEL: 'error' });
const peer = await startNextPeer(join(stage.server.dataDir, 'reverie.sqlite')).catch(async (error) => {
  await stage.stop();
  throw error;
});
try {
  const person = await stage.addPerson();
  for (let index = 0; index < TILES; index++) {
    await stage.addDream(person, {
      name: `Dream ${index}`,
      startedAt: Date.now() - (index + 1) * 3600_000,
      files: index === 0,
    });
  }
  const cookie = `sid=${person.token}`;
  const ours: Load[] = [];
  const theirs: Load[] = [];
  // Alternates, so that both run under the same conditions.
  for (let round = 0; round < ROUNDS; round++) {
    ours.push(await load(`${stage.url}/dreamboard`, cookie, stage.server.pid));
    theirs.push(await load(`${peer.url}/dreamboard`, cookie, peer.pid));
  }
  const [own, other] = [ours, theirs].map((loads) => ({
    perSecond: mean(loads.map(({ perSecond }) => perSecond)),
    p99: mean(loads.map(({ p99 }) => p99)),
    cpuMs: mean(loads.map(({ cpuMs }) => cpuMs)),
  })) as [Load, Load];
  console.log(
    `dreamboard with ${TILES} tiles: ${own.perSecond.toFixed(0)} requests/s, p99 ${own.p99.toFixed(0)} ms, ${own.cpuMs.toFixed(1)} ms of processor each; ` +
      `Next.js ${other.perSecond.toFixed(0)} requests/s, p99 ${other.p99.toFixed(0)} ms, ${other.cpuMs.toFixed(1)} ms: ` +
      `${(own.perSecond / other.perSecond).toFixed(1)} × the requests, ${(other.cpuMs / own.cpuMs).toFixed(1)} × less processor`,
  );
} finally {
  peer.stop();
  await stage.stop();
}

interface Load {
  perSecond: number;
  /** ms */
  p99: number;
  /** the server's CPU time per request; NaN if unavailable */
  cpuMs: number;
}

/** Several clients that each send their next request as soon as they have the last response. */
async function load(address: string, cookie: string, pid: number): Promise<Load> {
  let requests = 0;
  const cpuBefore = processorMs(pid);
  const times: number[] = [];
  const headers = { cookie, accept: 'text/html', 'accept-encoding': 'gzip, br' };
  const expected = await packedBytes(address, headers);
  const began = performance.now();
  const end = began + WARM_UP_MS + MEASURE_MS;
  const read = async () => {
    while (performance.now() < end) {
      const asked = performance.now();
      // Left compressed, so that the clients use as little as possible of the CPU that the servers need.
      const answer = await fetch(address, { headers, redirect: 'manual', decompress: false });
      const { byteLength } = await answer.arrayBuffer();
      if (answer.status !== 200 || Math.abs(byteLength - expected) > expected / 10) {
        throw new Error(`${address} answered ${answer.status} with ${byteLength} bytes, not ${expected}`);
      }
      requests++;
      if (asked > began + WARM_UP_MS) times.push(performance.now() - asked);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, read));
  times.sort((a, b) => a - b);
  return {
    perSecond: (times.length * 1000) / MEASURE_MS,
    p99: times[Math.floor(times.length * 0.99)] ?? Number.NaN,
    cpuMs: (processorMs(pid) - cpuBefore) / requests,
  };
}

/** Compressed size of a response, after checking that it is the right page. */
async function packedBytes(address: string, headers: Record<string, string>): Promise<number> {
  const html = await (await fetch(address, { headers })).text();
  if (html.split('Rename Dream').length < TILES) throw new Error(`${address} shows no ${TILES} tiles`);
  return (await (await fetch(address, { headers, decompress: false })).arrayBuffer()).byteLength;
}

function mean(values: number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
