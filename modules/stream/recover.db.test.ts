import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../tests/database.ts';
import { createAuthStore } from '../auth/store.ts';
import { createLifecycle, type Dream, type Lifecycle } from '../dreams/lifecycle.ts';
import { recoverDreams } from './recover.ts';
import { openTape } from './tape.ts';
import { createFakeClock, frameOf, quietLog } from './testing/room-stage.ts';

let at: TestDatabase;
let lifecycle: Lifecycle;
let tapesDir: string;
const clock = createFakeClock();
beforeAll(async () => {
  at = await openTestDatabase();
  lifecycle = createLifecycle(at.db, clock);
  tapesDir = join(at.settings.DATA_DIR, 'tapes');
});
afterAll(() => at.drop());

async function admitted(node = 'here'): Promise<Dream> {
  const person = await createAuthStore(at.db, clock).createUser({
    name: 'A',
    email: 'a@b.c',
    picture: null,
    role: 'user',
  });
  const quota = null;
  const admission = await lifecycle.admit({
    userId: person.id,
    limitSeconds: 300,
    quota,
    mostUnchargedStarts: null,
    node,
  });
  if (admission.kind !== 'admitted') throw new Error(admission.kind);
  return admission.dream;
}

const start = (dream: Dream) =>
  lifecycle.markRunning(dream.id, {
    startedAt: clock.now(),
    workerId: 'w',
    generator: 'g',
    generatorVersion: '1',
  });

/** Pictures of so many seconds, sixteen each. */
async function record(dream: Dream, seconds: number): Promise<void> {
  const tape = openTape(tapesDir, { sessionId: dream.id, startedAt: clock.now(), fps: 16 });
  for (let frame = 0; frame <= seconds * 16; frame++) tape.append(frameOf(frame), clock.now() + frame * 62.5);
  await tape.close();
}

async function recover(): Promise<string[]> {
  const asked: string[] = [];
  const askForVideo = async (id: string) => void asked.push(id);
  await recoverDreams({ lifecycle, clock, log: quietLog, node: 'here', tapesDir, askForVideo });
  return asked;
}

describe('after the server was killed', () => {
  test('a dream that was seen is done: it ends with its last picture and its video is asked for', async () => {
    const dream = await admitted();
    await start(dream);
    await record(dream, 45);
    const began = clock.now();
    clock.turn(600_000);
    expect(await recover()).toEqual([dream.id]);
    expect(await lifecycle.find(dream.id)).toMatchObject({
      jobStatus: 'DONE',
      serverStatus: 'PROCESSING',
      endText: null,
      startedAt: began,
      endedAt: began + 45_000,
      chargedAt: began,
      frames: 45 * 16 + 1,
      gpuSeconds: 45,
      fpsData: expect.objectContaining({ overall: expect.closeTo(16, 1), '0': 16 }),
    });
    expect(await lifecycle.findActive(dream.userId)).toBeNull();
    await lifecycle.setServerStatus(dream.id, 'READY');
    expect(await recover()).toEqual([]);
  });

  test('a dream that was cut off within 30 s is given back', async () => {
    const dream = await admitted();
    await start(dream);
    await record(dream, 29);
    await recover();
    expect(await lifecycle.find(dream.id)).toMatchObject({ jobStatus: 'DONE', chargedAt: null });
    await lifecycle.setServerStatus(dream.id, 'READY');
  });

  test('a dream whose first picture was on the tape before the database knew is kept', async () => {
    const dream = await admitted();
    await record(dream, 2);
    const began = clock.now();
    expect(await recover()).toEqual([dream.id]);
    expect(await lifecycle.find(dream.id)).toMatchObject({
      jobStatus: 'DONE',
      serverStatus: 'PROCESSING',
      startedAt: began,
      endedAt: began + 2_000,
    });
    await lifecycle.setServerStatus(dream.id, 'READY');
  });

  test('a dream that nobody had seen has failed, and says so once', async () => {
    const dream = await admitted();
    expect(await recover()).toEqual([]);
    expect(await lifecycle.find(dream.id)).toMatchObject({
      jobStatus: 'FAILED',
      serverStatus: null,
      endText: 'Session failed unexpectedly.',
      chargedAt: null,
    });
    expect(await lifecycle.takeUntoldFailure(dream.userId)).toMatchObject({ id: dream.id });
  });

  test('a tape that can’t be read does not keep the others, nor the server, from going on', async () => {
    const broken = await admitted();
    await start(broken);
    await mkdir(join(tapesDir, broken.id, 'frames.tape'), { recursive: true });
    const whole = await admitted();
    await start(whole);
    await record(whole, 1);
    expect((await recover()).sort()).toEqual([broken.id, whole.id].sort());
    for (const { id } of [broken, whole]) {
      expect(await lifecycle.find(id)).toMatchObject({ jobStatus: 'DONE', serverStatus: 'PROCESSING' });
      await lifecycle.setServerStatus(id, 'READY');
    }
  });

  test('dreams of other nodes are left alone', async () => {
    const dream = await admitted('elsewhere');
    expect(await recover()).toEqual([]);
    expect(await lifecycle.find(dream.id)).toMatchObject({ jobStatus: 'PENDING' });
  });
});
