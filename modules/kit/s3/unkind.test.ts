import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addressAt, type S3Ground, startS3Ground } from '../../../tests/s3-peer/ground.ts';
import { startUnkindFront } from '../../../tests/s3-peer/unkind-front.ts';
import type { Storage } from '../storage/storage.ts';
import { createS3Client } from './client.ts';
import { listUploads } from './listing.ts';
import { createS3Storage } from './s3-storage.ts';

/** Number of rounds, share of failing calls, and length of an outage in seconds; long runs override these. */
const ROUNDS = Number(process.env.S3_ROUNDS ?? 2);
const SHARE = 0.25;
const AWAY_SECONDS = Number(process.env.S3_AWAY_SECONDS ?? 2);
/** For a longer outage the caller gets an error. */
const WAITED_FOR_SECONDS = 8;

let ground: S3Ground;
let front: Awaited<ReturnType<typeof startUnkindFront>>;
let storage: Storage;
const address = (port: number) => ({ ...addressAt(port), prefix: `unkind-${process.pid}` });
beforeAll(async () => {
  ground = await startS3Ground();
  front = await startUnkindFront(ground, { seed: Number(process.env.S3_SEED ?? 7), faults: SHARE });
  storage = createS3Storage({ address: address(front.port), keys: ground.keys, links: true });
});
afterAll(async () => {
  for (const key of await storage.list('')) await storage.delete(key);
  await front.stop();
  await ground.stop();
});

const digest = (content: Uint8Array) => createHash('sha256').update(content).digest('hex');

async function readDigest(key: string): Promise<string | null> {
  const file = await storage.open(key);
  return file && digest(new Uint8Array(await new Response(file.stream).arrayBuffer()));
}

describe('a server that fails every fourth call', () => {
  test.each(Array.from({ length: ROUNDS }, (_, at) => at))(
    'keeps everything intact, round %i',
    async (round) => {
      const files = [40, 70_000, 3_000_000, 18_000_000].map((size, at) => ({
        key: `round-${round}/${at}`,
        content: randomBytes(size + round),
      }));
      await Promise.all(files.map(({ key, content }) => storage.put(key, content, 'video/mp4')));
      expect(await storage.list(`round-${round}/`)).toEqual(files.map(({ key }) => key));
      for (const { key, content } of files) {
        expect((await storage.stat(key))?.size).toBe(content.length);
        expect(await readDigest(key)).toBe(digest(content));
      }
      await Promise.all(files.map(({ key }) => storage.delete(key)));
      expect(await storage.list(`round-${round}/`)).toEqual([]);
      // Only duplicate uploads, started again after a lost response, are left for the sweep.
      const left = await listUploads(createS3Client(address(ground.port), ground.keys));
      expect(left.length).toBeLessThanOrEqual(round + 1);
    },
  );
});

test(`waits for a server that is down for ${AWAY_SECONDS} s, or tells the caller why`, async () => {
  await storage.put('a', new Uint8Array([1]), 'text/plain');
  front.leave();
  const back = setTimeout(front.comeBack, AWAY_SECONDS * 1000);
  const outcome = await storage.stat('a').then(
    (about) => about?.size,
    (error: Error) => error.message,
  );
  if (AWAY_SECONDS < WAITED_FOR_SECONDS) expect(outcome).toBe(1);
  else expect(outcome).toMatch(/did not answer HEAD a .*Is it running/);
  clearTimeout(back);
  front.comeBack();
  expect((await storage.stat('a'))?.size).toBe(1);
});
