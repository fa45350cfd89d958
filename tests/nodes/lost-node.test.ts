import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { FakeViewer } from '../wire/fake-viewer.ts';
import type { FakeWorker } from '../wire/fake-worker.ts';
import { until } from '../wire/inbox.ts';
import { createPerson, type Person, signInByMail } from '../wire/person.ts';
import { watchDream } from '../wire/watched-dream.ts';
import { type NodeGround, openNodeGround } from './node-ground.ts';

/** From the last beat of a node until another one has taken over. */
const NOTICED_WITHIN_MS = 15_000;
/** A machine with other work gets a little more. */
const SPARE_MS = 5_000;

let ground: NodeGround;
const open: (FakeWorker | FakeViewer)[] = [];
beforeAll(async () => {
  ground = await openNodeGround(3);
});
afterEach(async () => {
  for (const one of open.splice(0)) {
    one.terminate();
    await one.closed;
  }
});
afterAll(() => ground.dispose());

const server = (index: number) => ground.servers[index] as NodeGround['servers'][number];

/** Somebody whose dream is drawn on a node. */
async function dreamOn(index: number, name: string) {
  const { cookie } = await signInByMail(server(0), `${name}@example.com`);
  const person = createPerson(server(0), cookie);
  const { sessionId, worker, viewer } = await watchDream(server(index), person, { pictures: 1, fps: 8 });
  open.push(worker, viewer);
  return { person, sessionId, viewer, cookie };
}

/** Longer than a segment of the recording, which is stored after four seconds. */
const forSixSeconds = ({ viewer }: { viewer: FakeViewer }) =>
  until('49 pictures', () => viewer.frames.items.length >= 49);

const used = async (person: Person) => (await person.call('GET', '/api/stream/check-access')).json.used;

async function storedFrames(sessionId: string): Promise<number> {
  const client = new pg.Client(ground.postgres.url);
  await client.connect();
  const { rows } = await client.query('SELECT frames FROM dreams WHERE id = $1', [sessionId]);
  await client.end();
  return rows[0].frames;
}

const leftTapes = () =>
  [...(ground.s3.bucket?.objects.keys() ?? [])].filter((key) => key.includes('/tapes/'));

async function untilClosed(person: Person, sessionId: string): Promise<number> {
  const began = performance.now();
  await until('it is closed', async () => {
    const { json } = await person.call('GET', `/api/stream/status?sessionId=${sessionId}`);
    return !['PENDING', 'RUNNING'].includes(json.job_status);
  });
  return performance.now() - began;
}

// Both at once: it takes as long to miss two nodes as to miss one.
test('what a killed node drew, and one that stands still, is closed by another one, kept as a video, and costs nothing', async () => {
  const killed = await dreamOn(1, 'killed');
  const frozen = await dreamOn(2, 'frozen');
  await Promise.all([killed, frozen].map(forSixSeconds));
  expect(await used(killed.person)).toBe(1);
  await server(1).kill();
  process.kill(server(2).pid, 'SIGSTOP');
  try {
    expect(await untilClosed(killed.person, killed.sessionId)).toBeLessThan(NOTICED_WITHIN_MS + SPARE_MS);
    await untilClosed(frozen.person, frozen.sessionId);
    for (const { person, sessionId } of [killed, frozen]) {
      expect(await person.untilRecorded(sessionId)).toMatchObject({ job_status: 'DONE' });
      expect(await used(person)).toBe(0);
      // All but its open segment, of four seconds, and what was on its way.
      expect(await storedFrames(sessionId)).toBeGreaterThan(8);
    }
    await until('what was made into a video is not kept twice', () => leftTapes().length === 0);
  } finally {
    process.kill(server(2).pid, 'SIGCONT');
  }
  // It lets go of what it had when it goes on.
  expect((await frozen.viewer.closed).code, 'asked to connect again').toBe(1012);
  const again = createPerson(server(2), frozen.cookie);
  await until('it begins anew', () => server(2).output().includes('it begins anew'));
  const { json } = await again.call('GET', `/api/stream/status?sessionId=${frozen.sessionId}`);
  expect(json.job_status).toBe('DONE');
  await until('what it still sent is gone', () => leftTapes().length === 0);
  const next = await again.connect();
  expect(next.sessionId).not.toBe(frozen.sessionId);
  await again.call('POST', '/api/stream/end', { sessionId: next.sessionId });
  await ground.start(1);
});

test('a node that alone has no database any more sends its viewers away, and begins anew when it is back', async () => {
  const { person, sessionId, viewer, cookie } = await dreamOn(2, 'cut-off');
  await forSixSeconds({ viewer });
  await until('a part of it is stored', () => leftTapes().some((key) => key.includes(sessionId)));
  const door = ground.databaseDoors[2];
  await door?.disturb('stopped');
  try {
    expect((await viewer.closed).code, 'asked to connect again').toBe(1012);
    await untilClosed(person, sessionId);
    await person.untilRecorded(sessionId);
  } finally {
    await door?.mend();
  }
  expect(await used(person)).toBe(0);
  const again = createPerson(server(2), cookie);
  await until('it begins anew', async () => {
    const { status, json } = await again.call('GET', `/api/stream/status?sessionId=${sessionId}`);
    return status === 200 && json.job_status === 'DONE';
  });
  await until('what it still sent is gone', () => leftTapes().length === 0);
  await until('it is well', async () => (await fetch(`${server(2).url}/readyz`)).status === 200);
});
