import { spawn } from 'node:child_process';
import { type FileHandle, mkdir, open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../../tests/database.ts';
import { until } from '../../../tests/wire/inbox.ts';
import { createAuthStore } from '../../auth/store.ts';
import type { Dream, DreamEnd } from '../../dreams/queries/live.ts';
import { createWordQueries } from '../../dreams/queries/words.ts';
import { createDreamRepository, type DreamRepository } from '../../dreams/repository.ts';
import { dreamPrompts } from '../../dreams/tables.ts';
import { createFakeClock } from '../../kit/testing/fake-clock.ts';
import { inCodes } from '../../kit/texts/in-codes.ts';
import { inLocale } from '../../kit/texts/locale.ts';
import { m } from '../../kit/texts/m.ts';
import { frameOf, quietLog } from '../../stream/testing/room-stage.ts';
import { openJournal, readJournal, removeJournal } from '../journal/journal.ts';
import type { RoomWrite } from '../journal/room-writes.ts';
import { cutTape } from '../tape/cut-tape.ts';
import { removeTapes } from '../tape/damaged-tapes.ts';
import { openTape } from '../tape/tape.ts';
import { recoverDreams } from './recover.ts';

let at: TestDatabase;
let repository: DreamRepository;
let tapesDir: string;
const clock = createFakeClock();
beforeAll(async () => {
  at = await openTestDatabase();
  repository = createDreamRepository(at.db, clock);
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
  const admission = await repository.admit({
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
  repository.markRunning(dream.id, {
    startedAt: clock.now(),
    workerId: 'w',
    generator: 'g',
    generatorVersion: '1',
  });

/** Records this many seconds at 16 frames each. */
async function record(dream: Dream, seconds: number): Promise<void> {
  const tape = openTape(tapesDir, { sessionId: dream.id, startedAt: clock.now(), fps: 16 });
  for (let frame = 0; frame <= seconds * 16; frame++) tape.append(frameOf(frame), clock.now() + frame * 62.5);
  await tape.close();
}

/** Writes that a room acknowledged but the database didn't receive before the process was killed. */
async function acknowledge(dream: Dream, writes: RoomWrite[]): Promise<void> {
  let file: FileHandle | undefined;
  const createFile = async (path: string) => {
    file = await open(path, 'wx');
    return file;
  };
  const journal = openJournal(tapesDir, dream.id, { log: quietLog, createFile });
  for (const write of writes) journal.append(write);
  await until('the journal', async () => (await readJournal(tapesDir, dream.id))?.length === writes.length);
  await file?.close();
}

const writesOf = (began: number): RoomWrite[] => [
  { kind: 'prompt', position: 1, clientId: 'a', text: 'a sea', sentAt: began - 2_000 },
  { kind: 'prompt-shown', position: 1, frameId: 1, shownAt: began },
  { kind: 'running', startedAt: began, workerId: 'w', generator: 'g', generatorVersion: '1' },
  { kind: 'prompt', position: 2, clientId: 'b', text: 'a storm', sentAt: began + 9_000 },
  { kind: 'prompt-shown', position: 2, frameId: 145, shownAt: began + 9_500 },
  ...([0.3, 'ink', true] as const).map((value, i) => ({
    ...({ kind: 'control', name: 'c', label: 'C', frameId: 145 } as const),
    position: i + 1,
    value,
    changedAt: began + 9_600,
  })),
];

async function recover(sharesQueue = false): Promise<string[]> {
  const asked: string[] = [];
  const requestVideo = async ({ id }: Dream) => void asked.push(id);
  await recoverDreams({
    repository,
    clock,
    log: quietLog,
    node: 'here',
    tapesDir,
    sharesQueue,
    requestVideo,
    dropCut: (id) => removeTapes(tapesDir, id),
  });
  return asked;
}

describe('after a crash', () => {
  test('a prompt whose refusal was interrupted stays refused', async () => {
    const dream = await admitted();
    const program = fileURLToPath(new URL('../../stream/testing/die-at-refusal.ts', import.meta.url));
    const { DATA_DIR, DATABASE_URL = '' } = at.settings;
    const child = spawn(process.execPath, [program, DATA_DIR, tapesDir, dream.id], {
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, DATABASE_URL },
    });
    expect(await new Promise((resolve) => child.once('close', (_, signal) => resolve(signal)))).toBe(
      'SIGKILL',
    );
    const rows = () => at.db.orm.select().from(dreamPrompts).where(eq(dreamPrompts.dreamId, dream.id));
    expect(await rows()).toEqual([]);
    await recover();
    expect(await rows()).toEqual([]);
  });

  test('a dream that was seen is done: it ends with its last frame, and its video is compiled', async () => {
    const dream = await admitted();
    await start(dream);
    await record(dream, 45);
    const began = clock.now();
    clock.turn(600_000);
    expect(await recover()).toEqual([dream.id]);
    expect(await repository.find(dream.id)).toMatchObject({
      jobStatus: 'DONE',
      serverStatus: 'PROCESSING',
      endText: 'The server restarted in the middle of it. What you saw is saved. It is not counted.',
      startedAt: began,
      endedAt: began + 45_000,
      chargedAt: null,
      frames: 45 * 16 + 1,
      gpuSeconds: 45,
      fpsData: expect.objectContaining({ overall: expect.closeTo(16, 1), '0': 16 }),
    });
    expect(await repository.findActive(dream.userId)).toBeNull();
    await repository.setServerStatus(dream.id, 'READY');
    expect(await recover()).toEqual([]);
  });

  test('a dream in the shared queue keeps waiting; one in the server’s own queue has failed', async () => {
    const dream = await admitted();
    await recover(true);
    expect(await repository.find(dream.id)).toEqual(dream);
    await recover();
    expect(await repository.find(dream.id)).toMatchObject({ jobStatus: 'FAILED', chargedAt: null });
  });

  test('a dream that was cut off right away doesn’t count', async () => {
    const dream = await admitted();
    await start(dream);
    await record(dream, 29);
    await recover();
    expect(await repository.find(dream.id)).toMatchObject({ jobStatus: 'DONE', chargedAt: null });
    await repository.setServerStatus(dream.id, 'READY');
  });

  test('a dream whose first frame was on tape before the database knew is kept', async () => {
    const dream = await admitted();
    await record(dream, 2);
    const began = clock.now();
    expect(await recover()).toEqual([dream.id]);
    expect(await repository.find(dream.id)).toMatchObject({
      jobStatus: 'DONE',
      serverStatus: 'PROCESSING',
      startedAt: began,
      endedAt: began + 2_000,
    });
    await repository.setServerStatus(dream.id, 'READY');
  });

  test('an unseen dream has failed, and says so once', async () => {
    const dream = await admitted();
    expect(await recover()).toEqual([]);
    expect(await repository.find(dream.id)).toMatchObject({
      jobStatus: 'FAILED',
      serverStatus: null,
      endText: 'Session failed unexpectedly.',
      chargedAt: null,
    });
    expect(await repository.takeUnreportedFailure(dream.userId)).toMatchObject({ id: dream.id });
  });

  test('an unreadable tape doesn’t hold up other tapes or the server', async () => {
    const broken = await admitted();
    await start(broken);
    await mkdir(join(tapesDir, broken.id, 'frames.tape'), { recursive: true });
    const whole = await admitted();
    await start(whole);
    await record(whole, 1);
    expect((await recover()).sort()).toEqual([broken.id, whole.id].sort());
    for (const { id } of [broken, whole]) {
      expect(await repository.find(id)).toMatchObject({ jobStatus: 'DONE', serverStatus: 'PROCESSING' });
      await repository.setServerStatus(id, 'READY');
    }
  });

  test('everything acknowledged while the database was down is stored: start, prompts and their frames', async () => {
    const dream = await admitted();
    const began = clock.now();
    await record(dream, 40);
    await acknowledge(dream, writesOf(began));
    clock.turn(600_000);
    expect(await recover()).toEqual([dream.id]);
    const stored = await repository.find(dream.id);
    expect(stored).toMatchObject({
      jobStatus: 'DONE',
      serverStatus: 'PROCESSING',
      startedAt: began,
      chargedAt: null,
      endedAt: began + 40_000,
      workerId: 'w',
    });
    const prompts = await repository.listPrompts(dream.id);
    expect(prompts).toMatchObject([
      { clientId: 'a', text: 'a sea', sentAt: began - 2_000, frameId: 1, shownAt: began },
      { clientId: 'b', text: 'a storm', sentAt: began + 9_000, frameId: 145, shownAt: began + 9_500 },
    ]);
    const controls = await repository.listControls(dream.id);
    expect(controls).toMatchObject([0.3, 'ink', true].map((value) => ({ value, frameId: 145 })));
    expect(await readJournal(tapesDir, dream.id)).toBeNull();
    // Killed again before the journal was deleted.
    await acknowledge(dream, writesOf(began));
    expect(await recover()).toEqual([dream.id]);
    expect(await repository.find(dream.id)).toEqual(stored);
    expect(await repository.listPrompts(dream.id)).toEqual(prompts);
    expect(await repository.listControls(dream.id)).toEqual(controls);
    await repository.setServerStatus(dream.id, 'READY');
  });

  test('an end that the database missed still counts, whatever the tape says', async () => {
    const dream = await admitted();
    const began = clock.now();
    await record(dream, 2);
    const end: DreamEnd = {
      jobStatus: 'DONE',
      serverStatus: 'PROCESSING',
      endText: null,
      endedAt: began + 5_000,
      uncharge: false,
      gpuSeconds: 6,
      frames: 80,
      fpsData: { overall: 16, '0': 16 },
      pcieData: null,
    };
    await acknowledge(dream, [...writesOf(began), { kind: 'end', ...end }]);
    clock.turn(600_000);
    expect(await recover()).toEqual([dream.id]);
    const { uncharge: _, ...stored } = end;
    expect(await repository.find(dream.id)).toMatchObject({ ...stored, startedAt: began, chargedAt: began });
    await repository.setServerStatus(dream.id, 'READY');
  });

  test('a stored clip gets its video, and nothing is left of one that wasn’t stored', async () => {
    const dream = await admitted();
    await start(dream);
    const from = clock.now();
    const tape = openTape(tapesDir, { sessionId: dream.id, startedAt: from, fps: 16 });
    tape.append(frameOf(1), from);
    await until('the frame', async () => tape.frames === 1);
    for (const id of ['kept', 'lost']) await cutTape(tapesDir, tape, { id, from, to: from, fps: 16 });
    await tape.close();
    for (const [position, sound] of [m.painter_sound_owl, m.painter_sound_rain].entries()) {
      const heardAt = from - 900 + 400 * position;
      await repository.recordSound({
        dreamId: dream.id,
        position: position + 1,
        text: inCodes(sound),
        heardAt,
      });
    }
    const clip = { id: 'kept', parentId: dream.id, from, to: from };
    expect(await repository.addClip(clip, 1, 'elsewhere')).toBeNull();
    const made = await repository.addClip(clip, 1, 'here');
    expect(made).toMatchObject({ isClip: true, chargedAt: null, parentSeconds: 0, shared: dream.shared });
    expect(await repository.addClip(clip, 1, 'here')).toEqual(made);
    expect(await repository.addClip({ ...clip, id: 'more' }, 1, 'here')).toBe('too-many');
    // Its sound began before it, and is still readable in each language.
    const { listSounds } = createWordQueries(at.db);
    expect(await inLocale('de', async () => await listSounds('kept'))).toEqual([
      { dreamId: 'kept', position: 1, text: 'Regen', heardAt: from },
    ]);
    await mkdir(join(tapesDir, '.cutting', 'half'), { recursive: true });
    expect((await recover()).sort()).toEqual([dream.id, 'kept'].sort());
    const left = await readdir(tapesDir);
    expect(left).toContain('kept');
    expect(left).not.toContain('lost');
    expect(left).not.toContain('.cutting');
    expect(await repository.addClip({ ...clip, id: 'late' }, 9, 'here')).toBeNull();
    for (const id of [dream.id, 'kept']) await repository.setServerStatus(id, 'READY');
  });

  test('a prompt of an unseen dream is stored, and nothing is left in the tapes folder', async () => {
    const dream = await admitted();
    await acknowledge(dream, writesOf(clock.now()).slice(0, 1));
    expect(await recover()).toEqual([]);
    expect(await repository.find(dream.id)).toMatchObject({ jobStatus: 'FAILED', chargedAt: null });
    expect(await repository.listPrompts(dream.id)).toMatchObject([{ text: 'a sea', frameId: null }]);
    expect(await readdir(tapesDir)).not.toContain(dream.id);
  });

  test('a journal that the database rejects, or of an unknown dream, doesn’t prevent the start', async () => {
    const dream = await admitted();
    const stranger = { ...dream, id: 'of-another-database' };
    const [first, second] = writesOf(clock.now()) as [RoomWrite, RoomWrite];
    const broken = { ...first, position: null } as unknown as RoomWrite;
    await acknowledge(dream, [broken, first, second]);
    await acknowledge(stranger, [first]);
    expect(await recover()).toEqual([]);
    expect(await repository.listPrompts(dream.id)).toMatchObject([{ text: 'a sea', frameId: 1 }]);
    expect(await readJournal(tapesDir, stranger.id)).toEqual([first]);
    await removeJournal(tapesDir, stranger.id);
  });

  test('leaves other nodes’ dreams alone', async () => {
    const dream = await admitted('elsewhere');
    expect(await recover()).toEqual([]);
    expect(await repository.find(dream.id)).toMatchObject({ jobStatus: 'PENDING' });
  });
});
