import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Hono } from 'hono';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { dialect } from '../../db/dialect.ts';
import { openTestDatabase, type TestDatabase } from '../../tests/database.ts';
import { type LanguageServer, startLanguageServer } from '../../tests/language-server.ts';
import { testOnce } from '../../tests/long-test.ts';
import { users } from '../auth/tables.ts';
import type { Dream } from '../dreams/queries/live.ts';
import { createDreamRepository, type DreamRepository } from '../dreams/repository.ts';
import { dreams } from '../dreams/tables.ts';
import { errorResponse, toAppError } from '../kit/errors.ts';
import { createRateLimits } from '../kit/http/rate-limit.ts';
import { createLog } from '../kit/log.ts';
import { createFileStorage } from '../kit/storage/file-storage.ts';
import type { Storage } from '../kit/storage/storage.ts';
import type { AppEnv } from '../web/context.ts';
import type { SessionUser } from '../web/contract/person.ts';
import { type AssistDeps, registerAssist } from './assist-routes.ts';
import { registerModels } from './model-routes.ts';
import { registerVoice, type VoiceDeps } from './voice-routes.tsx';

let at: TestDatabase;
let server: LanguageServer;
let folder: string;
let storage: Storage;
let repository: DreamRepository;
let dream: Dream;
let caller: SessionUser | null;
const START = 1_000_000;
const DREAM = { limitSeconds: 300, quota: null, mostUnchargedStarts: null, node: 'local' };
let now: number;
const clock = { now: () => now, monotonic: () => now };

const ada: SessionUser = { id: 'ada', name: 'Ada', email: 'ada@example.org', picture: null, role: 'user' };
const bob: SessionUser = { ...ada, id: 'bob' };
const admin: SessionUser = { ...ada, id: 'root', role: 'admin' };

beforeEach(async () => {
  now = START;
  at = await openTestDatabase();
  server = await startLanguageServer();
  server.behave('well');
  folder = await mkdtemp(join(tmpdir(), 'reverie-assist-'));
  storage = createFileStorage(join(folder, 'media'));
  repository = createDreamRepository(at.db, clock);
  for (const { id, name, email, role } of [ada, bob, admin]) {
    await at.db.orm.insert(users).values({ id, name, email, role, createdAt: 0, updatedAt: 0 });
  }
  const admission = await repository.admit({ ...DREAM, userId: ada.id });
  if (!('dream' in admission)) throw new Error('nobody was admitted');
  dream = admission.dream;
  await run(dream);
  caller = ada;
});
afterEach(async () => {
  await Promise.all([at.drop(), server.close(), rm(folder, { recursive: true, force: true })]);
});

const run = ({ id }: Dream) =>
  repository.markRunning(id, { startedAt: now, workerId: 'w', generator: 'demo', generatorVersion: '1' });
const end = ({ id }: Dream) =>
  repository.finish(id, {
    jobStatus: 'DONE',
    serverStatus: null,
    endText: null,
    endedAt: now,
    uncharge: false,
    gpuSeconds: null,
    frames: 1,
    fpsData: null,
    pcieData: null,
  });

function appWith(deps: Partial<AssistDeps & VoiceDeps> = {}): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  app.use(async (c, next) => {
    c.set('person', caller);
    await next();
  });
  app.onError((error, c) => errorResponse(c, toAppError(error)));
  const { baseUrl } = server;
  const both: AssistDeps & VoiceDeps = {
    repository,
    storage,
    clock,
    log: createLog('error'),
    rateLimits: createRateLimits(),
    uploadsDir: join(folder, 'uploads'),
    hasRoomForBytes: async () => true,
    agent: { baseUrl, apiKey: undefined, model: undefined },
    speech: { baseUrl, apiKey: 'key', model: 'whisper-1' },
    ...deps,
  };
  registerAssist(app, both);
  registerVoice(app, both);
  return app;
}

const WAV = new Uint8Array([...Buffer.from('RIFF\0\0\0\0WAVEfmt '), ...new Array(100).fill(7)]);
function upload(
  app: Hono<AppEnv>,
  fields: Record<string, string> = {},
  audio: Uint8Array<ArrayBuffer> = WAV,
) {
  const body = new FormData();
  body.set('audio', new Blob([audio], { type: 'audio/wav' }), 'a.wav');
  body.set('session_id', dream.id);
  for (const [name, value] of Object.entries(fields)) body.set(name, value);
  return app.request('/api/voice', { method: 'POST', body });
}

describe(`the voice of a dream on ${dialect}`, () => {
  testOnce('is transcribed and kept; only its owner and admins can hear it', async () => {
    const app = appWith();
    const answer = await upload(app);
    const address = `/api/sessions/${dream.id}/voice`;
    expect(await answer.json()).toEqual({ text: 'a paper boat on a river', voice_recording_url: address });
    expect(server.asked[0]).toMatchObject({ path: '/v1/audio/transcriptions', authorization: 'Bearer key' });
    expect(await repository.find(dream.id)).toMatchObject({
      voiceKey: `dreams/${dream.id}/voice.wav`,
      voiceAt: 1_000_000,
    });
    for (const [person, status] of [
      [ada, 200],
      [admin, 200],
      [bob, 404],
      [null, 401],
    ] as const) {
      caller = person;
      const heard = await app.request(address);
      expect(heard.status).toBe(status);
      if (status !== 200) continue;
      expect(heard.headers.get('content-type')).toBe('audio/wav');
      expect(new Uint8Array(await heard.arrayBuffer())).toEqual(WAV);
    }
  });

  test('is kept if it can’t be transcribed, and phrases are transcribed without being kept', async () => {
    const without = await upload(appWith({ speech: null }));
    expect(await without.json()).toMatchObject({ text: null, voice_recording_url: expect.any(String) });
    server.behave('refusing');
    expect(await (await upload(appWith())).json()).toMatchObject({ text: null });
    server.behave('well');
    const before = server.asked.length;
    expect(await (await upload(appWith(), { transcribe: 'no' })).json()).toMatchObject({ text: null });
    expect(server.asked).toHaveLength(before);
    await storage.delete(`dreams/${dream.id}/voice.wav`);
    expect(await (await upload(appWith(), { keep: 'no' })).json()).toEqual({
      text: 'a paper boat on a river',
      voice_recording_url: null,
    });
    expect(await storage.list('')).toEqual([]);
  });

  test.each([
    '<|startoftranscript|><|en|><|transcribe|><|0.00|> a paper boat<|2.40|>',
    'language English<asr_text>a paper boat',
  ])('is transcribed without the model’s special tokens: %s', async (text) => {
    server.reply(() => ({ body: { text } }));
    expect(await (await upload(appWith(), { keep: 'no' })).json()).toMatchObject({ text: 'a paper boat' });
  });

  testOnce('isn’t made up: silence isn’t sent, and hallucinated text is ignored', async () => {
    const app = appWith();
    const textOf = async (audio?: Uint8Array<ArrayBuffer>) =>
      (await (await upload(app, { keep: 'no' }, audio)).json()).text;
    const speech = new Uint8Array(
      await readFile(join(import.meta.dirname, '../../tests/browser/speech.wav')),
    );
    expect(await textOf(speech)).toBe('a paper boat on a river');
    expect(server.asked.at(-1)?.body).not.toContain('name="language"');
    expect((await upload(app, { keep: 'no', language: 'de' }, speech)).status).toBe(200);
    expect(server.asked.at(-1)?.body).toMatch(/name="language"\s+de/);
    expect((await upload(app, { keep: 'no', language: 'xx' }, speech)).status).toBe(400);
    for (const text of [
      'Thank you very much.',
      '（音楽）',
      'Untertitel im Auftrag des ZDF für funk, 2017',
      '[BLANK_AUDIO]',
    ]) {
      server.reply(() => ({ body: { text } }));
      expect(await textOf(speech), text).toBeNull();
    }
    server.reply(() => ({ body: { text: '[Music] a paper boat. Thanks for watching!' } }));
    expect(await textOf(speech)).toBe('a paper boat.');
    const before = server.asked.length;
    const silence = speech.slice();
    silence.fill(0, 44);
    expect(await textOf(silence)).toBeNull();
    expect(server.asked).toHaveLength(before);
  });

  testOnce('arrives in parts; repeated parts and restarts do no harm', async () => {
    const app = appWith();
    const part = (from: number, to: number, offset = from) =>
      upload(app, { transcribe: 'no', offset: String(offset) }, WAV.slice(from, to));
    const kept = async () => {
      caller = ada;
      return new Uint8Array(await (await app.request(`/api/sessions/${dream.id}/voice`)).arrayBuffer());
    };
    expect((await part(0, 40)).status).toBe(200);
    expect((await part(40, 80)).status).toBe(200);
    expect((await part(40, 80)).status).toBe(200);
    expect(await kept()).toEqual(WAV.slice(0, 80));
    // The server has 80 bytes, so a part at offset 90 would leave a gap.
    expect((await part(90, WAV.length)).status).toBe(409);
    expect((await part(80, WAV.length)).status).toBe(200);
    expect(await kept()).toEqual(WAV);
    expect((await part(0, 50)).status).toBe(200);
    expect(await kept()).toEqual(WAV.slice(0, 50));
    for (const offset of ['-1', '1.5', 'x', String(2 ** 40)]) {
      expect((await upload(app, { offset })).status).toBe(400);
    }
  });

  testOnce('is kept once for each page', async () => {
    const app = appWith();
    const part = (recording: string, from: number, to: number) =>
      upload(app, { transcribe: 'no', recording, offset: String(from) }, WAV.slice(from, to));
    const heard = async (query = '') => {
      const answer = await app.request(`/api/sessions/${dream.id}/voice${query}`);
      return answer.ok ? new Uint8Array(await answer.arrayBuffer()) : answer.status;
    };
    expect((await part('1763769600000', 0, 40)).status).toBe(200);
    expect((await part('1763769700000', 0, 20)).status).toBe(200);
    // The previous page still has its last part to send.
    expect((await part('1763769600000', 40, 80)).status).toBe(200);
    expect((await part('1763769700000', 30, 40)).status).toBe(409);
    expect(await storage.list('')).toEqual([
      `dreams/${dream.id}/voice-1763769600000.wav`,
      `dreams/${dream.id}/voice-1763769700000.wav`,
    ]);
    expect(await heard('?recording=1763769600000')).toEqual(WAV.slice(0, 80));
    expect(await heard('?recording=1763769700000')).toEqual(WAV.slice(0, 20));
    expect(await heard()).toEqual(WAV.slice(0, 80));
    expect(await heard('?recording=1')).toBe(404);
    for (const recording of ['x', '../1', '12', '99999999999999']) {
      expect((await part(recording, 0, 40)).status, recording).toBe(400);
    }
    for (let one = 3; one <= 20; one++) {
      expect((await part(String(1763769600000 + one), 0, 40)).status).toBe(200);
    }
    expect((await part('1763769900000', 0, 40)).status).toBe(413);
    expect((await part('1763769700000', 20, 40)).status).toBe(200);
  });

  testOnce('rejects anything but a recording of the caller’s own dream', async () => {
    const app = appWith();
    const page = new Uint8Array(Buffer.from('<html><script>alert(1)</script>'));
    expect((await upload(app, {}, page)).status).toBe(415);
    expect((await upload(app, {}, new Uint8Array())).status).toBe(415);
    expect((await upload(app, { session_id: 'unknown' })).status).toBe(404);
    expect((await upload(app, { session_id: '' })).status).toBe(400);
    expect((await upload(app, { audio: 'text' })).status).toBe(400);
    const json = await app.request('/api/voice', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    });
    expect(json.status).toBe(415);
    caller = bob;
    expect((await upload(app)).status).toBe(404);
    caller = null;
    expect((await upload(app)).status).toBe(401);
    expect(await storage.list('')).toEqual([]);
  });
});

describe(`limits of voice recordings on ${dialect}`, () => {
  const uploads = async () => (await readdir(join(folder, 'uploads')).catch(() => [])).length;
  const MIB = 1024 * 1024;
  const wav = (bytes: number) => {
    const sound = new Uint8Array(bytes);
    sound.set(WAV);
    return sound;
  };
  afterEach(async () => expect(await uploads()).toBe(0));

  test('time: from the first frame until two minutes after the end, phrases from the start', async () => {
    const app = appWith();
    const kept = async () => (await upload(app, { transcribe: 'no' })).status;
    const phrase = async () => (await upload(app, { keep: 'no' })).status;
    await at.db.orm.update(dreams).set({ startedAt: null, jobStatus: 'PENDING' });
    expect([await kept(), await phrase()]).toEqual([403, 200]);
    await run(dream);
    expect([await kept(), await phrase()]).toEqual([200, 200]);
    await end(dream);
    now += 2 * 60_000;
    expect([await kept(), await phrase()]).toEqual([200, 200]);
    now += 1;
    expect([await kept(), await phrase()]).toEqual([403, 403]);
    await at.db.orm.update(dreams).set({ startedAt: null, jobStatus: 'ABORTED' });
    expect([await kept(), await phrase()]).toEqual([403, 403]);
  });

  testOnce('16 MiB a recording, 32 a dream, 2 a phrase', async () => {
    const app = appWith();
    const kept = async (recording: number, bytes: number) =>
      (await upload(app, { transcribe: 'no', recording: String(1763769600000 + recording) }, wav(bytes)))
        .status;
    expect(await kept(1, 16 * MIB + 1)).toBe(413);
    expect(await kept(1, 14 * MIB)).toBe(200);
    expect(await kept(2, 14 * MIB)).toBe(200);
    expect(await kept(3, 5 * MIB)).toBe(413);
    expect(await kept(2, 9 * MIB)).toBe(200);
    expect(await kept(3, 5 * MIB)).toBe(200);
    expect(await repository.find(dream.id)).toMatchObject({ voiceBytes: 28 * MIB });
    expect((await upload(app, { keep: 'no' }, wav(2 * MIB + 1))).status).toBe(413);
  });

  test('1 GiB a person', async () => {
    const app = appWith();
    await end(dream);
    await at.db.orm.update(dreams).set({ voiceBytes: 1024 * MIB - WAV.length });
    const next = await repository.admit({ ...DREAM, userId: ada.id });
    if (next.kind !== 'admitted') throw new Error(next.kind);
    await run(next.dream);
    const fits = await upload(app, { transcribe: 'no', session_id: next.dream.id });
    expect(fits.status).toBe(200);
    const longer = await upload(app, { transcribe: 'no', session_id: next.dream.id }, wav(WAV.length + 1));
    expect([longer.status, await longer.json()]).toEqual([
      413,
      { error: expect.stringContaining('voice storage is full'), code: 'too-much-voice' },
    ]);
  });

  test('no more than the free disk space', async () => {
    const answer = await upload(appWith({ hasRoomForBytes: async () => false }));
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '60']);
    expect(await storage.list('')).toEqual([]);
  });

  test('four concurrent uploads per person; an aborted one leaves nothing and frees its slot', async () => {
    const app = appWith();
    const begin = '--x\r\ncontent-disposition: form-data; name="audio"; filename="a"\r\n\r\nRIFF';
    const breakOff: (() => void)[] = [];
    const slow = () =>
      app.request('/api/voice', {
        method: 'POST',
        headers: { 'content-type': 'multipart/form-data; boundary=x' },
        body: new ReadableStream({
          start(controller) {
            controller.enqueue(new TextEncoder().encode(begin));
            breakOff.push(() => controller.error(new Error('the line is gone')));
          },
        }),
        duplex: 'half',
      } as RequestInit);
    const under = [slow(), slow(), slow(), slow()];
    await expect.poll(uploads).toBe(4);
    expect((await upload(app)).status).toBe(429);
    caller = bob;
    expect((await upload(app)).status).toBe(404);
    caller = ada;
    for (const off of breakOff) off();
    expect((await Promise.all(under)).map(({ status }) => status)).toEqual([400, 400, 400, 400]);
    expect(await uploads()).toBe(0);
    expect((await upload(app)).status).toBe(200);
  });

  test.each([
    ['nothing', ''],
    ['no border', 'abc'],
    [
      'a form without an end',
      '--x\r\ncontent-disposition: form-data; name="audio"; filename="a"\r\n\r\nRIFF',
    ],
    ['no file', '--x\r\ncontent-disposition: form-data; name="audio"\r\n\r\nRIFF\r\n--x--\r\n'],
  ])('no multipart form: %s', async (_, body) => {
    const headers = { 'content-type': 'multipart/form-data; boundary=x' };
    expect((await appWith().request('/api/voice', { method: 'POST', headers, body })).status).toBe(400);
  });
});

describe(`the assistant call on ${dialect}`, () => {
  const ask = (app: Hono<AppEnv>) =>
    app.request('/api/llm/hermes', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ messages: [{ role: 'user', content: 'the sea' }], max_tokens: 256 }),
    });

  testOnce('answers in the page’s format, 30 times a minute per person', async () => {
    const app = appWith();
    const answer = await ask(app);
    expect(await answer.json()).toMatchObject({ choices: [{ message: { content: 'a dream of the sea' } }] });
    for (let call = 2; call <= 30; call++) expect((await ask(app)).status).toBe(200);
    const refused = await ask(app);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    caller = bob;
    expect((await ask(app)).status).toBe(200);
  });

  test('is off without a model, and for signed-out visitors', async () => {
    expect((await ask(appWith({ agent: null }))).status).toBe(503);
    caller = null;
    expect((await ask(appWith())).status).toBe(401);
  });
});

test('voice models are only served from their folder', async () => {
  await storage.put('org/model/config.json', new Uint8Array([123, 125]), '');
  await storage.put('secret.key', new Uint8Array([1]), '');
  const app = appWith();
  registerModels(app, { models: storage, fetched: null });
  const get = async (path: string) => (await app.request(`/voice-models/${path}`)).status;
  expect(await get('org/model/config.json')).toBe(200);
  for (const path of [
    'secret.key',
    'org',
    '..%2Fx.json',
    'org/..%2f..%2fx.json',
    '%00.json',
    'none.json',
    '%',
    '%ff.json',
  ]) {
    expect(await get(path)).toBe(404);
  }
  caller = null;
  expect(await get('org/model/config.json')).toBe(401);
});
