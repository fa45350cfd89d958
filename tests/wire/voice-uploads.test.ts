import { readdir, readFile } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPeople } from '../people.ts';
import { createPerson } from './person.ts';
import { openStage, type Stage } from './stage.ts';

const MIB = 1024 * 1024;
const UPLOADS = 40;
const EACH_BYTES = 15 * MIB;
/**
 * 40 complete uploads in memory would take 600 MiB. Only a few of one person's are let in at a time, and those are read
 * in chunks.
 */
const MORE_MEMORY_MAX = 200 * MIB;

let stage: Stage;
beforeAll(async () => {
  stage = await openStage({ LOG_LEVEL: 'error' });
});
afterAll(async () => {
  await stage.clear();
  await stage.dispose();
});

async function residentBytes(): Promise<number> {
  const status = await readFile(`/proc/${stage.server.pid}/status`, 'utf8');
  return Number(status.match(/VmRSS:\s+(\d+) kB/)?.[1]) * 1024;
}

test('a flood of recordings costs neither memory nor disk, and other people are still served', async () => {
  const { sessionId } = await stage.liveDream();
  const sound = new Uint8Array(EACH_BYTES);
  sound.set(Buffer.from('RIFF\0\0\0\0WAVEfmt '));
  /**
   * All share the same bytes, so that the test's own work doesn't delay the bystander. A client that keeps sending
   * after a rejection may find the connection closed before it has read the response.
   */
  const upload = (recording: number) =>
    new Promise<number | 'cut off'>((resolve, reject) => {
      const call = request(`${stage.server.url}/api/voice`, {
        method: 'POST',
        headers: { cookie: stage.admin.cookie, 'content-type': 'multipart/form-data; boundary=x' },
        agent: false,
      });
      call.once('error', (error: NodeJS.ErrnoException) =>
        error.code === 'EPIPE' || error.code === 'ECONNRESET' ? resolve('cut off') : reject(error),
      );
      call.once('response', (answer) => {
        answer.resume();
        resolve(answer.statusCode ?? 0);
        // A rejected client doesn't need to send the rest.
        answer.once('end', () => call.destroy());
      });
      const fields = {
        session_id: sessionId,
        transcribe: 'no',
        recording: String(1763769600000 + recording),
      };
      for (const [name, value] of Object.entries(fields)) {
        call.write(`--x\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`);
      }
      call.write('--x\r\ncontent-disposition: form-data; name="audio"; filename="a"\r\n\r\n');
      call.write(sound);
      call.end('\r\n--x--\r\n');
    });

  const before = await residentBytes();
  let most = before;
  const waits: number[] = [];
  const answers = new Set<number>();
  let flooding = true;
  const stranger = createPerson(stage.server);
  const watch = (async () => {
    while (flooding) {
      const asked = performance.now();
      const { status } = await stranger.call('GET', '/readyz');
      answers.add(status);
      waits.push(performance.now() - asked);
      most = Math.max(most, await residentBytes());
    }
  })();
  const statuses = await Promise.all(Array.from({ length: UPLOADS }, (_, index) => upload(index)));
  flooding = false;
  await watch;

  const grown = Math.round((most - before) / MIB);
  const p95 = Math.round(waits.sort((a, b) => a - b)[Math.floor(waits.length * 0.95)] ?? 0);
  console.log(
    `${UPLOADS} uploads at once: +${grown} MiB, a bystander waited ${p95} ms (p95 of ${waits.length})`,
  );
  const reported = statuses.filter((status) => status !== 'cut off');
  expect(new Set(reported)).toEqual(new Set([200, 413, 429]));
  expect(reported.length).toBeGreaterThan(UPLOADS / 2);
  // Two recordings of 15 MiB fit in a dream.
  expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(2);
  expect(most - before).toBeLessThan(MORE_MEMORY_MAX);
  expect(answers).toEqual(new Set([200]));
  expect(await readdir(join(stage.server.dataDir, 'uploads'))).toEqual([]);
});

test('an upload without a dream is rejected unread, and takes up no slot', async () => {
  const people = await openPeople(stage.server.dataDir);
  const { url } = stage.server;
  const statuses = await Promise.all(
    Array.from({ length: 8 }, async () => {
      const { name, value } = await people.cookie(await people.create('trial'), url);
      return Promise.all(
        ['voice', 'stream/picture'].map(
          (path) =>
            new Promise<number>((resolve, reject) => {
              const call = request(`${url}/api/${path}`, {
                method: 'POST',
                headers: {
                  cookie: `${name}=${value}`,
                  'content-type': 'multipart/form-data; boundary=x',
                  'content-length': String(MIB),
                },
                agent: false,
              });
              call.once('error', reject);
              call.once('response', (answer) => {
                resolve(answer.statusCode ?? 0);
                call.off('error', reject).once('error', () => {});
                call.destroy();
              });
              // Never sends the rest.
              call.write('--x\r\ncontent-disposition: form-data; name="audio"; filename="a"\r\n\r\n');
            }),
        ),
      );
    }),
  );
  await people.db.close();
  expect(statuses).toEqual(Array(8).fill([403, 409]));
  expect(await readdir(join(stage.server.dataDir, 'uploads')).catch(() => [])).toEqual([]);
});
