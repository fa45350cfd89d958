import { createHash } from 'node:crypto';
import { copyFile, mkdir, mkdtemp, readFile, rename, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright/test';
import { openDatabase } from '../../db/open.ts';
import { createAuthStore } from '../../modules/auth/store.ts';
import { nameKey } from '../../modules/dreams/contract/sort.ts';
import { conversationMessages, dreamPrompts, dreams } from '../../modules/dreams/tables.ts';
import { systemClock } from '../../modules/kit/clock.ts';
import { hashToken, newId, newToken } from '../../modules/kit/ids.ts';
import { createDream } from '../../modules/painter/dream.ts';
import { newFrame } from '../../modules/protocol/testing/new-frame.ts';
import { encodeTape } from '../../modules/recordings/compile/encode-tape.ts';
import { openTape } from '../../modules/recordings/tape/tape.ts';
import { startServer } from '../server.ts';
import { hydrated } from './hydrated.ts';

const FPS = 8;
/** Each image is repeated this often: tests check when a scene appears, not how it moves. */
const HELD = 8;
const SECONDS_EACH = 3;
const FILES = ['video.mp4', 'thumbnail.jpg', 'poster.jpg', 'preview.mp4', 'filmstrip.jpg'];

export interface Person {
  id: string;
  token: string;
}

export interface SeededDream {
  id: string;
  jobId: string;
  startedAt: number;
}

export type BoardStage = Awaited<ReturnType<typeof startBoardStage>>;

/**
 * The real server with data inserted directly, so that tests don't have to dream first. The recordings are real: frames
 * of the demo generator, compiled once.
 */
export async function startBoardStage(env: Record<string, string> = {}, scenes = ['a calm ocean at sunset']) {
  const server = await startServer({ env: { WORKERS: 'fleet', ...env } });
  const db = await openDatabase({ DATA_DIR: server.dataDir, DATABASE_URL: undefined });
  const accounts = createAuthStore(db, systemClock);

  async function keepFiles(dreamId: string) {
    const { folder: recorded, durationMs } = await recordingOf(scenes);
    const folder = join(server.dataDir, 'media/dreams', dreamId);
    await mkdir(folder, { recursive: true });
    for (const file of FILES) await copyFile(join(recorded, file), join(folder, file));
    const key = (file: string) => `dreams/${dreamId}/${file}`;
    return {
      videoKey: key('video.mp4'),
      thumbnailKey: key('thumbnail.jpg'),
      posterKey: key('poster.jpg'),
      previewKey: key('preview.mp4'),
      filmstripKey: key('filmstrip.jpg'),
      durationMs,
    };
  }

  return {
    server,
    db,
    url: server.url,

    async addPerson(role: 'user' | 'admin' = 'user'): Promise<Person> {
      const email = `${newId()}@example.com`;
      const { id } = await accounts.createUser({ name: 'Robin Vale', email, picture: null, role });
      const token = newToken();
      const now = Date.now();
      await accounts.addLoginSession({
        tokenHash: hashToken(token),
        id: newId(),
        userId: id,
        userAgent: null,
        address: 'test',
        createdAt: now,
        lastUsedAt: now,
        expiresAt: now + 3600_000,
      });
      return { id, token };
    },

    signIn: (context: BrowserContext, person: Person) =>
      context.addCookies([{ name: 'sid', value: person.token, url: server.url }]),

    /** Adds a finished dream, by default with a recording. */
    async addDream(
      person: Person,
      more: Partial<typeof dreams.$inferInsert> & { files?: boolean; prompts?: [string, number][] } = {},
    ): Promise<SeededDream> {
      const { files = true, prompts = [], ...row } = more;
      const id = newId();
      const startedAt = row.startedAt ?? Date.now() - 3600_000;
      await db.orm.insert(dreams).values({
        id,
        userId: person.id,
        rpJobId: `local-${id}`,
        jobStatus: 'DONE',
        serverStatus: 'READY',
        requestedAt: startedAt - 2000,
        startedAt,
        endedAt: startedAt + 60_000,
        chargedAt: startedAt,
        limitSeconds: 300,
        seed: 1,
        nameKey: nameKey(row.name),
        ...(files ? await keepFiles(id) : {}),
        ...row,
      });
      for (const [index, [text, second]] of prompts.entries()) {
        const at = startedAt + second * 1000;
        const clientId = `p${index + 1}`;
        await db.orm.insert(dreamPrompts).values({
          dreamId: id,
          position: index + 1,
          clientId,
          text,
          sentAt: at - 300,
          shownAt: at,
          frameId: Math.round(second * FPS),
        });
        await db.orm
          .insert(conversationMessages)
          .values({ dreamId: id, id: clientId, text, isUser: true, at: at - 300 });
      }
      return { id, jobId: `local-${id}`, startedAt };
    },

    async addReply(dream: SeededDream, text: string, second: number): Promise<void> {
      const at = dream.startedAt + second * 1000;
      await db.orm
        .insert(conversationMessages)
        .values({ dreamId: dream.id, id: newId(), text, isUser: false, at });
    },

    /** Replaces a dream's thumbnail. */
    setThumbnail: (dream: SeededDream, jpeg: Uint8Array) =>
      writeFile(join(server.dataDir, 'media/dreams', dream.id, 'thumbnail.jpg'), jpeg),

    async stop(): Promise<void> {
      await db.close();
      await server.dispose();
    },
  };
}

/** The recording of these scenes, made once per test run and shared by all workers. */
async function recordingOf(scenes: string[]): Promise<{ folder: string; durationMs: number }> {
  const name = createHash('sha256').update(scenes.join('\n')).digest('hex').slice(0, 16);
  const folder = join(tmpdir(), `reverie-recording-${name}`);
  const length = join(folder, 'duration-ms');
  try {
    return { folder, durationMs: Number(await readFile(length, 'utf8')) };
  } catch {
    const made = await record(scenes);
    await writeFile(join(made.folder, 'duration-ms'), String(made.durationMs));
    // If another worker has made the same one meanwhile, use that.
    return await rename(made.folder, folder).then(
      () => ({ ...made, folder }),
      () => made,
    );
  }
}

/** Records a few seconds of each scene, compiled as on the server but at normal priority. */
async function record(scenes: string[]): Promise<{ folder: string; durationMs: number }> {
  const folder = await mkdtemp(join(tmpdir(), 'reverie-board-'));
  const tape = openTape(folder, { sessionId: 'dream', startedAt: 0, fps: FPS });
  const dream = createDream({ width: 1280, height: 720, seed: 7 });
  let frameId = 0;
  for (const [index, words] of scenes.entries()) {
    dream.prompt(String(index), words);
    for (let drawn = 0; drawn < (SECONDS_EACH * FPS) / HELD; drawn += 1) {
      dream.next(FPS / HELD);
      const picture = dream.jpeg(80);
      for (let held = 0; held < HELD; held += 1) {
        const at = (frameId * 1000) / FPS;
        tape.append(newFrame({ id: frameId, at }, picture), at);
        frameId += 1;
      }
    }
  }
  await tape.close();
  const made = await encodeTape(tape.dir, folder, () => {});
  if (made.kind === 'empty') throw new Error('the recording for the tests came out empty');
  return { folder, durationMs: made.durationMs };
}

/** Window sizes of the board's tests. */
export const DESKTOP = { width: 1440, height: 900 };
export const PHONE = { width: 390, height: 844 };

/** A second browser context, signed in. */
export async function visit(
  stage: BoardStage,
  browser: Browser,
  person: Person,
  options: BrowserContextOptions,
): Promise<Page> {
  const context = await browser.newContext(options);
  await stage.signIn(context, person);
  return context.newPage();
}

export async function openBoard(stage: BoardStage, page: Page): Promise<void> {
  await page.goto(`${stage.url}/dreamboard`);
  await hydrated(page, 'dreamboard');
}

export const tile = (page: Page, name: string | RegExp) =>
  page.getByRole('listitem').filter({ hasText: name });
export const namesOf = (page: Page) => page.locator('.tile-name').allTextContents();
export const banner = (page: Page) => page.locator('.banner');
export const hours = (n: number) => Date.now() - n * 3600_000;
