import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Hono } from 'hono';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type ModelHub, startModelHub } from '../../tests/model-hub.ts';
import { errorResponse, toAppError } from '../kit/errors.ts';
import { createFileStorage } from '../kit/storage/file-storage.ts';
import { quietLog } from '../stream/testing/room-stage.ts';
import type { AppEnv } from '../web/context.ts';
import { VOICE_MODEL_FILES } from './contract/voice-model-files.ts';
import { createFetchedModels } from './fetched-models.ts';
import { registerModels } from './model-routes.ts';

const NAME = 'toy/whisper-base';
const DECODER = 'onnx/decoder_model_merged_q4.onnx';
let source: string;
let hub: ModelHub;
let folder: string;

beforeAll(async () => {
  source = await mkdtemp(join(tmpdir(), 'reverie-voice-'));
  for (const path of VOICE_MODEL_FILES) {
    const file = join(source, NAME, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, randomBytes(path === DECODER ? 60_000 : 600));
  }
});
afterAll(() => rm(source, { recursive: true, force: true }));
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reverie-voice-'));
  hub = await startModelHub({ [NAME]: join(source, NAME), 'toy/other': join(source, NAME) });
});
afterEach(async () => {
  await hub.close();
  await rm(folder, { recursive: true, force: true });
});

/** A freshly started server. */
function started({ base = hub.url, room = true } = {}) {
  const app = new Hono<AppEnv>();
  app.use(async (c, next) => {
    c.set('person', { id: 'p', name: 'Ada', email: 'a@example.com', picture: null, role: 'user' });
    await next();
  });
  app.onError((error, c) => errorResponse(c, toAppError(error)));
  const names = [NAME, 'toy/absent'];
  const hasRoomForBytes = async () => room;
  const fetched = createFetchedModels({ base, names, folder, hasRoomForBytes, log: quietLog });
  registerModels(app, { models: createFileStorage(folder), fetched });
  return {
    ask: (path: string, headers: Record<string, string> = {}, method = 'GET') =>
      app.request(`/voice-models/${path}`, { headers, method }),
  };
}
const address = (path: string) => `${NAME}/resolve/main/${path}`;
const LIST = `api/models/${NAME}/tree/main?recursive=true`;
const original = (path: string) => readFile(join(source, NAME, path));
const filesAsked = () => hub.asked.filter((one) => one.includes('/resolve/'));
const bytesOf = async (answer: Response) => Buffer.from(await answer.arrayBuffer());

test('a voice model is downloaded once, however many browsers request it, and later needs no hub', async () => {
  const first = started();
  const listed = (await (await first.ask(LIST)).json()) as { path: string; size: number }[];
  expect(listed.map(({ path }) => path).sort()).toEqual([...VOICE_MODEL_FILES].sort());
  // Listing files downloads nothing.
  expect(filesAsked()).toEqual([]);
  await Promise.all(
    VOICE_MODEL_FILES.flatMap((path) => [path, path, path]).map(async (path) => {
      expect(await bytesOf(await first.ask(address(path)))).toEqual(await original(path));
    }),
  );
  expect(filesAsked()).toHaveLength(VOICE_MODEL_FILES.length);
  await hub.close();
  const later = started();
  expect(await (await later.ask(LIST)).json()).toEqual(listed);
  const part = await later.ask(address(DECODER), { range: 'bytes=10-' });
  expect([part.status, await bytesOf(part)]).toEqual([206, (await original(DECODER)).subarray(10)]);
});

test('bytes are passed on immediately, and a broken download resumes', async () => {
  const whole = await original(DECODER);
  const held = Promise.withResolvers<void>();
  hub.mood.holds = { path: DECODER, until: held.promise };
  const first = started();
  const answer = await first.ask(address(DECODER));
  const reader = answer.body?.getReader();
  const { value } = (await reader?.read()) ?? {};
  expect(value && whole.subarray(0, value.length).equals(value)).toBe(true);
  held.resolve();
  const rest = [Buffer.from(value ?? [])];
  for (let next = await reader?.read(); next && !next.done; next = await reader?.read())
    rest.push(Buffer.from(next.value));
  expect(Buffer.concat(rest)).toEqual(whole);
  // It fetches the others meanwhile.
  for (const path of VOICE_MODEL_FILES) await bytesOf(await first.ask(address(path)));
  await rm(join(folder, NAME, DECODER));
  hub.mood.holds = null;
  hub.mood.partOf = (path) => join(folder, NAME, `${path}.part`);
  hub.mood.breaksAfter.push(10_000);
  expect(await bytesOf(await started().ask(address(DECODER)))).toEqual(whole);
  expect(filesAsked().at(-1)).toMatch(/ bytes=[1-9]\d*-$/);
});

test('no browser gets a corrupt file as complete, and the next start downloads it again', async () => {
  hub.mood.lies = DECODER;
  hub.mood.liesTimes = 1;
  const server = started();
  const answer = await server.ask(address(DECODER));
  await expect(answer.arrayBuffer()).rejects.toThrow();
  // The hub isn't contacted again for a while.
  const asked = hub.asked.length;
  const refused = await server.ask(address(DECODER));
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '30']);
  expect(hub.asked).toHaveLength(asked);
  expect(await bytesOf(await started().ask(address(DECODER)))).toEqual(await original(DECODER));
});

test('models that aren’t offered, are missing or too large aren’t downloaded', async () => {
  const { ask } = started();
  for (const path of [
    'toy/other/resolve/main/config.json',
    'api/models/toy/other/tree/main',
    `${NAME}/../secret.json`,
  ])
    expect((await ask(path)).status, path).toBe(404);
  expect(hub.asked).toEqual([]);
  expect((await ask('api/models/toy/absent/tree/main?recursive=true')).status).toBe(404);
  const full = await started({ room: false }).ask(address('config.json'));
  await expect(full.arrayBuffer()).rejects.toThrow();
  expect(filesAsked()).toEqual([]);

  const oid = '0'.repeat(64);
  const listing = VOICE_MODEL_FILES.map((path) => ({
    type: 'file',
    path,
    size: 1e12,
    oid,
    lfs: { oid, size: 1e12 },
  }));
  const huge = createServer((_, response) => response.end(JSON.stringify(listing)));
  await new Promise<void>((resolve) => huge.listen(0, '127.0.0.1', resolve));
  const base = `http://127.0.0.1:${(huge.address() as AddressInfo).port}`;
  expect((await started({ base }).ask(LIST)).status).toBe(503);
  await new Promise((resolve) => huge.close(resolve));
  expect((await started({ base }).ask(LIST)).status).toBe(503);
});
