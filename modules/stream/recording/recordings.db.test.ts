import { afterAll, beforeAll, expect, test } from 'vitest';
import { dialect } from '../../../db/dialect.ts';
import { createFileStorage } from '../../../src/kit/file-storage.ts';
import { openTestDatabase, type TestDatabase } from '../../../tests/database.ts';
import { createAuthStore } from '../../auth/store.ts';
import { createLifecycle } from '../../dreams/lifecycle.ts';
import { dreams } from '../../dreams/tables.ts';
import { createJobsStore } from '../../jobs/store.ts';
import { createFakeClock, quietLog } from '../testing/room-stage.ts';
import { createRecordings } from './recordings.ts';
import { recoverDreams } from './recover.ts';

const MIB = 1024 ** 2;

let at: TestDatabase;
beforeAll(async () => {
  at = await openTestDatabase();
});
afterAll(() => at.drop());

test(`what is not compiled yet at a start has its room again, on ${dialect}`, async () => {
  const clock = createFakeClock();
  const { db, settings } = at;
  const lifecycle = createLifecycle(db, clock);
  const owner = await createAuthStore(db, clock).createUser({
    name: 'A',
    email: 'a@b.c',
    picture: null,
    role: 'user',
  });
  // Four videos of 40 s need 32 MiB each.
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
  // A dream of a minute needs 167 MiB.
  const disk = { room: 300 * MIB - 1, full: false, look: async () => {}, stop: async () => {} };
  const recordings = createRecordings({
    lifecycle,
    storage: createFileStorage(`${settings.DATA_DIR}/media`),
    jobs: createJobsStore(db, clock),
    disk,
    transact: db.transact,
    tapesDir,
    atOnce: 1,
    clock,
    log: quietLog,
  });
  const isLetIn = async () => {
    const hold = await recordings.reserve(60);
    hold?.release();
    return hold !== null;
  };
  expect(await isLetIn()).toBe(true);
  const { askForVideo } = recordings;
  await recoverDreams({ lifecycle, clock, log: quietLog, node: 'here', tapesDir, askForVideo });
  disk.room = 4 * 32 * MIB + 167 * MIB - 1;
  expect(await isLetIn()).toBe(false);
  await recordings.forget('dream-2');
  expect(await isLetIn()).toBe(true);
});
