import { readdir } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dialect } from '../../db/dialect.ts';
import { openTestDatabase, type TestDatabase } from '../../tests/database.ts';
import { until } from '../../tests/wire/inbox.ts';
import { createAuthStore } from '../auth/store.ts';
import { createDreamRepository } from '../dreams/repository.ts';
import { dreams } from '../dreams/tables.ts';
import type { LeasedJob } from '../jobs/contract/define-job.ts';
import { createJobsStore } from '../jobs/store.ts';
import { createFileStorage } from '../kit/storage/file-storage.ts';
import { createFakeClock } from '../kit/testing/fake-clock.ts';
import { newFrame } from '../protocol/testing/new-frame.ts';
import { quietLog } from '../stream/testing/room-stage.ts';
import { createDreamRecordings } from './dream-recordings.ts';
import { recoverDreams } from './recovery/recover.ts';
import { createSharedTapes } from './tape/shared-tapes.ts';
import { openTape } from './tape/tape.ts';
import { tapeFolder } from './tape/tape-folder.ts';

const MIB = 1024 ** 2;
const rates = { tape: 2 * MIB, video: 0.75 * MIB, note() {} };

let at: TestDatabase;
beforeAll(async () => {
  at = await openTestDatabase();
});
afterAll(() => at.drop());

async function openGround(email: string) {
  const clock = createFakeClock();
  const { db, settings } = at;
  const owner = await createAuthStore(db, clock).createUser({
    name: 'A',
    email,
    picture: null,
    role: 'user',
  });
  return { clock, db, settings, repository: createDreamRepository(db, clock), owner };
}

type Ground = Awaited<ReturnType<typeof openGround>>;

const recordingsOf = (
  { clock, db, settings, repository }: Ground,
  more: Partial<Parameters<typeof createDreamRecordings>[0]> = {},
) =>
  createDreamRecordings({
    appName: 'Reverie',
    signing: async () => null,
    watermarkOf: () => null,
    repository,
    contentLog: { addFiles: async () => {} },
    storage: createFileStorage(`${settings.DATA_DIR}/media`),
    jobs: createJobsStore(db, clock),
    disk: { room: 300 * MIB, full: false, look: async () => {}, stop: async () => {} },
    transact: db.transact,
    tapesDir: `${settings.DATA_DIR}/tapes`,
    rates,
    dreamSeconds: 60,
    shared: null,
    concurrency: 1,
    clock,
    log: quietLog,
    checkStill: async () => {},
    compiled: async () => {},
    ...more,
  });

test(`recordings that aren’t compiled yet at a start get their reservation back, on ${dialect}`, async () => {
  const ground = await openGround('a@b.c');
  const { clock, db, settings, repository, owner } = ground;
  // Four 40 s videos of 32 MiB each.
  for (let n = 0; n < 4; n += 1) {
    await db.orm.insert(dreams).values({
      id: `dream-${n}`,
      userId: owner.id,
      rpJobId: `local-${n}`,
      jobStatus: 'DONE',
      serverStatus: 'PROCESSING',
      requestedAt: clock.now(),
      startedAt: clock.now(),
      endedAt: clock.now() + 40_000,
      limitSeconds: 60,
      seed: 1,
      node: 'here',
    });
  }
  const tapesDir = `${settings.DATA_DIR}/tapes`;
  // A one-minute dream needs 167 MiB.
  const disk = { room: 300 * MIB - 1, full: false, look: async () => {}, stop: async () => {} };
  const recordings = recordingsOf(ground, { disk, tapesDir });
  const isLetIn = () => recordings.canHold();
  expect(await isLetIn()).toBe(true);
  await recoverDreams({ repository, clock, log: quietLog, node: 'here', tapesDir, ...recordings.recovery });
  disk.room = 4 * 32 * MIB + 167 * MIB - 1;
  expect(await isLetIn()).toBe(false);
  await recordings.drop('dream-2');
  expect(await isLetIn()).toBe(true);
});

test(`a dream that was seen but left no recording doesn’t count, on ${dialect}`, async () => {
  const ground = await openGround('c@b.c');
  const { clock, db, repository, owner } = ground;
  const recordings = recordingsOf(ground);
  const seen = {
    jobStatus: 'DONE',
    serverStatus: 'PROCESSING',
    startedAt: 1,
    chargedAt: 1,
    endedAt: 2,
  } as const;
  const row = { userId: owner.id, requestedAt: clock.now(), limitSeconds: 60, seed: 1, node: 'here' };
  for (const id of ['broken', 'well'])
    await db.orm.insert(dreams).values({ ...row, ...seen, id, rpJobId: id });
  await recordings.compile.gaveUp?.({ key: 'broken' } as LeasedJob, 'a broken tape');
  await repository.setServerStatus('well', 'READY');
  expect(await repository.find('broken')).toMatchObject({ serverStatus: 'FAILED', chargedAt: null });
  expect(await repository.countCharged(owner.id, 0)).toBe(1);
});

test(`tapes of a dream on another node are deleted once its video is compiled, on ${dialect}`, async () => {
  const ground = await openGround('b@b.c');
  const { clock, db, owner } = ground;
  const row = { userId: owner.id, requestedAt: clock.now(), limitSeconds: 60, seed: 1, node: 'there' };
  await db.orm.insert(dreams).values([
    { ...row, id: 'lives', rpJobId: 'lives', jobStatus: 'RUNNING' },
    { ...row, id: 'given-up', rpJobId: 'given-up', jobStatus: 'DONE', serverStatus: 'FAILED', endedAt: 1 },
    { ...row, id: 'made', rpJobId: 'made', jobStatus: 'DONE', serverStatus: 'READY', endedAt: 1 },
  ]);
  const asked: string[] = [];
  let isAway = true;
  const recordings = recordingsOf(ground, {
    shared: {
      follow: (tape) => tape,
      complete: async () => {},
      bring: async () => {},
      async remove(dreamId) {
        asked.push(dreamId);
        if (isAway) throw new Error('the storage is away');
      },
    },
  });
  for (const id of ['lives', 'given-up', 'made']) recordings.dropMoved(id);
  await until('it is tried again', () => asked.length === 2);
  isAway = false;
  await until('it is gone', () => asked.length === 3);
  expect(new Set(asked)).toEqual(new Set(['made']));
});

test(`a clip’s tape outlives its server from before the clip is stored, on ${dialect}`, async () => {
  const ground = await openGround('d@b.c');
  const { settings, repository, clock } = ground;
  const storage = createFileStorage(`${settings.DATA_DIR}/media`);
  const on = (node: string) => {
    const tapesDir = `${settings.DATA_DIR}/${node}`;
    return { tapesDir, shared: createSharedTapes({ storage, tapesDir, log: quietLog }) };
  };
  const [here, there] = [on('here'), on('there')];
  const recordings = recordingsOf(ground, here);
  const from = clock.now();
  const tape = openTape(here.tapesDir, { sessionId: 'live', startedAt: from, fps: 16 });
  tape.append(newFrame({ id: 1, at: from }, Uint8Array.of(0xff, 0xd8, 1, 2)), from);
  await until('the frame', async () => tape.frames === 1);
  expect(await recordings.cut(tape, { id: 'clip', from, to: from })).toEqual({ from, to: from });
  await tape.close();
  await there.shared.bring('clip');
  expect(await readdir(tapeFolder(there.tapesDir, 'clip'))).toContain('frames.tape');
  // Without the clip, a restart drops it everywhere.
  await recoverDreams({
    ...{ repository, clock, log: quietLog, node: 'nowhere', tapesDir: here.tapesDir },
    ...recordings.recovery,
  });
  expect(await readdir(here.tapesDir)).toEqual(['live']);
  expect(await storage.list('tapes/clip/')).toEqual([]);
});
