import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { dialect } from '../../../db/dialect.ts';
import { startProgram, type TestProgram, type Visitor } from '../../../tests/program.ts';
import { dreams } from '../../dreams/tables.ts';
import { newFrame } from '../../protocol/testing/new-frame.ts';
import { COMPILE_JOB } from '../../recordings/dream-recordings.ts';
import { openTape } from '../../recordings/tape/tape.ts';
import { framesPath, tapeFolder } from '../../recordings/tape/tape-folder.ts';
import { adminActions } from '../tables.ts';

let program: TestProgram;
let admin: Visitor;
beforeAll(async () => {
  program = await startProgram();
  admin = program.visitor();
  await admin.openLink(await program.adminLink());
});
afterAll(() => program.stop());

const tapesDir = () => join(program.dataDir, 'tapes');

/** Inserts an ended dream of the admin in the given state. */
async function endedDream(id: string, more: Partial<typeof dreams.$inferInsert>): Promise<void> {
  const person = await admin.person();
  const at = program.clock.now() - 60_000;
  await program.db.orm.insert(dreams).values({
    id,
    userId: person?.id ?? '',
    rpJobId: `local-${id}`,
    jobStatus: 'DONE',
    requestedAt: at,
    startedAt: at,
    endedAt: at + 1000,
    limitSeconds: 300,
    seed: 1,
    node: 'local',
    ...more,
  });
}

async function record(id: string): Promise<void> {
  const jpeg = await sharp({ create: { width: 64, height: 36, channels: 3, background: 'teal' } })
    .jpeg()
    .toBuffer();
  const tape = openTape(tapesDir(), { sessionId: id, startedAt: 0, fps: 16 });
  for (let frameId = 0; frameId < 8; frameId += 1)
    tape.append(newFrame({ id: frameId, at: 0 }, jpeg), frameId * 62.5);
  await tape.close();
}

const statusOf = async (id: string) =>
  (await program.db.orm.select({ status: dreams.serverStatus }).from(dreams).where(eq(dreams.id, id)))[0]
    ?.status;
const card = async (id: string) => {
  const answer = await admin.postJson('/api/admin/session-data', { action: 'getAllSessions', rpJobId: id });
  return (await answer.json()).sessions[0];
};
const actionsOf = async (action: 'compile' | 'purge') =>
  program.db.orm.select().from(adminActions).where(eq(adminActions.action, action));

test(`an operator can have an abandoned recording compiled after all, on ${dialect}`, async () => {
  await endedDream('failed', { serverStatus: 'FAILED' });
  await record('failed');
  await program.jobs.enqueue({ kind: COMPILE_JOB, key: 'failed', payload: {} });
  const job = await program.queue.lease([COMPILE_JOB], 60_000);
  if (job) await program.queue.fail(job, 'five times no luck');
  expect(await card('failed')).toMatchObject({ server_status: 'FAILED', video_url: null });

  const answers = await Promise.all(
    [1, 2].map(() => admin.postJson('/api/admin/compile-again', { sessionId: 'failed' })),
  );
  for (const answer of answers) {
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual({ server_status: 'PROCESSING' });
  }
  program.jobs.start();
  await vi.waitFor(async () => expect(await statusOf('failed')).toBe('READY'), {
    timeout: 20_000,
    interval: 50,
  });
  expect(await card('failed')).toMatchObject({ server_status: 'READY', video_url: expect.any(String) });
  expect((await actionsOf('compile'))[0]).toMatchObject({
    targetId: 'failed',
    actorId: (await admin.person())?.id,
  });

  // A finished recording stays as it is, and an unknown one stays unknown.
  const made = await admin.postJson('/api/admin/compile-again', { sessionId: 'failed' });
  expect(await made.json()).toEqual({ server_status: 'READY' });
  expect((await admin.postJson('/api/admin/compile-again', { sessionId: 'nobody’s' })).status).toBe(404);
});

test('an operator permanently deletes dreams past their retention, with their files', async () => {
  const DAY_MS = 24 * 3600_000;
  const now = program.clock.now();
  await endedDream('hidden', { serverStatus: 'READY', hiddenAt: now - 30 * DAY_MS });
  await endedDream('waiting', { serverStatus: 'READY', hiddenAt: now - 29 * DAY_MS });
  await endedDream('shown', { serverStatus: 'READY' });
  for (const id of ['hidden', 'shown']) {
    await record(id);
    await program.storage.put(`dreams/${id}/video.mp4`, new Uint8Array([1]), 'video/mp4');
  }
  const count = await admin.postJson('/api/admin/purge-hidden', { action: 'count' });
  expect(await count.json()).toEqual({ due: 1, waiting: 1, days: 30, disk_full: false });
  const answer = await admin.send('POST', '/api/admin/purge-hidden');
  expect(await answer.json()).toEqual({ purged: 1 });
  expect(await statusOf('hidden')).toBeUndefined();
  expect(await statusOf('waiting')).toBe('READY');
  expect(await statusOf('shown')).toBe('READY');
  expect(await readdir(join(program.dataDir, 'media/dreams'))).not.toContain('hidden');
  await expect(stat(framesPath(tapeFolder(tapesDir(), 'hidden')))).rejects.toThrow('ENOENT');
  await stat(framesPath(tapeFolder(tapesDir(), 'shown')));
  expect(await actionsOf('purge')).toMatchObject([{ detail: '1 in the trash for more than 30 days' }]);
});

test('dreams that can still be restored are only purged on a full disk, after typing the words', async () => {
  await endedDream('mine', { serverStatus: 'READY', hiddenAt: program.clock.now() });
  const purge = (body: object) => admin.postJson('/api/admin/purge-hidden', body);
  expect((await purge({ everything: true })).status).toBe(400);
  const refused = await purge({ everything: 'empty every trash' });
  expect([refused.status, await refused.json()]).toEqual([
    409,
    { error: expect.stringContaining('The disk has space.'), code: 'disk-has-space' },
  ]);
  expect(await statusOf('mine')).toBe('READY');
});
