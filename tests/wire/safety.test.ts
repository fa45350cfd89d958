import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { AuditEntry } from '../../modules/admin/contract/audit.ts';
import { type ModerationServer, startModerationServer } from '../moderation-server.ts';
import { writeTinyClassifier } from '../tiny-classifier.ts';
import type { FakeWorker } from './fake-worker.ts';
import { HELLO, SMALL, smallPicture } from './fake-worker.ts';
import { until } from './inbox.ts';
import { openStage, type Stage } from './stage.ts';

const KEY = 'a-key-that-nobody-may-read';

/** The tiny classifier rates this as the worst case. */
const red: Uint8Array = await sharp({ create: { ...SMALL, channels: 3, background: 'red' } })
  .jpeg()
  .toBuffer();

let folder: string;
let moderation: ModerationServer;
let stage: Stage;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reverie-classifier-'));
  await writeTinyClassifier(folder);
  moderation = await startModerationServer();
  stage = await openStage({
    PROMPT_SAFETY: 'moderation',
    MODERATION_BASE_URL: moderation.baseUrl,
    MODERATION_API_KEY: KEY,
    SAFETY_MODEL: folder,
    SAFETY_EVERY_SECONDS: '1',
  });
});
afterEach(() => stage.clear());
afterAll(async () => {
  await stage.dispose();
  await moderation.close();
  await rm(folder, { recursive: true });
});

const promptsTo = ({ messages }: FakeWorker) =>
  messages.items.flatMap((message) => (message.type === 'prompt' ? [message.text] : []));

/** Decisions about a dream, oldest first. */
async function decisions(dreamId: string): Promise<AuditEntry[]> {
  const filter = { action: 'getAudit', kind: 'safety', object: dreamId, page: 1, limit: 100 };
  const { json } = await stage.admin.call('POST', '/api/admin/audit-data', filter);
  return json.entries.toReversed();
}

test('prompts pass a late, silent and broken moderation server in order; the third flagged one ends the dream', async () => {
  const { sessionId, viewer, worker } = await stage.liveDream();
  const say = (id: string, text: string) => viewer.send({ type: 'prompt', id, text });
  const refusal = (id: string) =>
    viewer.events.find(`a refusal of ${id}`, (event) => event.type === 'error' && event.id === id);

  for (const [id, text] of Object.entries({
    lake: 'a lake',
    silent: 'silence of the woods',
    ruins: 'old ruins',
    riddle: 'a riddle in the sand',
    dawn: 'a dawn',
    battle: 'a battle of clouds',
  }))
    say(id, text);
  await viewer.event('safety');
  expect(promptsTo(worker)).toEqual([
    'a quiet sea',
    'a lake',
    'silence of the woods',
    'old ruins',
    'a riddle in the sand',
    'a dawn',
    'a battle of clouds',
  ]);
  expect(viewer.events.items).toContainEqual({
    type: 'safety',
    id: 'battle',
    text: 'Careful: this is close to what isn’t allowed here (violence). The next prompt like it will be rejected.',
  });
  say('nude', 'a nude figure');
  expect(await refusal('nude')).toMatchObject({
    error: 'Not allowed here: sexual content. One more prompt like this ends your dream.',
  });
  say('children', 'n.a.k.e.d children');
  expect(await refusal('children')).toMatchObject({
    error: 'This prompt isn’t allowed as worded. Please rephrase it.',
  });
  say('last', 'a nude in a battle');
  await viewer.closed;
  expect(viewer.events.items.findLast(({ type }) => type === 'status')).toMatchObject({
    job_status: 'ABORTED',
    end_text: 'This dream ended because too many of its prompts asked for things that aren’t shown here.',
  });
  expect(promptsTo(worker)).toHaveLength(7);

  const lines = await decisions(sessionId);
  expect(lines.map(({ what, dream, person, address }) => [what, dream, person, address])).toEqual([
    ['prompt warned, violence 0.91 (moderation server)', sessionId, expect.stringContaining('@'), null],
    ['prompt refused, sexual 0.93 (moderation server)', sessionId, expect.stringContaining('@'), null],
    ['prompt refused by the word rule “minors”', sessionId, expect.any(String), null],
    ['prompt ended, sexual 0.93 (moderation server)', sessionId, expect.stringContaining('@'), null],
  ]);
  // A prompt rejected for its words isn't sent to the moderation service.
  expect(moderation.asked.join()).not.toContain('children');
  expect(new Set(moderation.keys)).toEqual(new Set([`Bearer ${KEY}`]));
  expect(stage.server.output()).toContain('prompt could not be checked');
  expect(stage.server.output()).not.toContain(KEY);
  expect(stage.server.output()).not.toContain('old ruins');
  const setup = await stage.admin.call('POST', '/api/admin/setup-data', { action: 'getParts' });
  const { facts } = setup.json.parts.find(({ id }: { id: string }) => id === 'safety');
  expect(facts.join()).toContain('3 prompts couldn’t be checked in the last hour');
  expect(setup.text).not.toContain(KEY);
});

test('a flagged frame is blurred; the third in a row ends the dream uncounted and closes its link until it is reviewed', async () => {
  const { sessionId, viewer, worker } = await stage.liveDream({ worker: { jpeg: smallPicture } });
  const drawing = setInterval(() => worker.frame(undefined, red), 60);
  expect(await viewer.event('safety')).toEqual({
    type: 'safety',
    blurred: true,
    text: 'Our check isn’t sure that this picture can be shown. Try another prompt.',
  });
  await viewer.closed;
  clearInterval(drawing);
  expect(viewer.events.items.findLast(({ type }) => type === 'status')).toMatchObject({
    job_status: 'ABORTED',
    counted: false,
    end_text: 'This dream ended because our safety check flagged it several times. It is not counted.',
  });
  expect((await decisions(sessionId)).map(({ what }) => what)).toEqual([
    expect.stringMatching(/^picture blurred, nsfw 1\.00/),
    expect.stringMatching(/^picture ended, nsfw 1\.00/),
  ]);
  await stage.admin.untilRecorded(sessionId);

  const link = `/api/d/${sessionId}.mp4`;
  expect((await stage.admin.call('GET', link)).status).toBe(404);
  const reports = (action: string) =>
    stage.admin.call('POST', '/api/admin/report-data', { action, sessionId });
  expect((await reports('getReports')).json.dreams[0]).toMatchObject({
    session_id: sessionId,
    new_count: 1,
    taken_down: null,
    holds: [{ reason: 'Our safety check flagged it. An operator will look at it.' }],
    reports: [{ reason: 'sexual', message: 'The safety check flagged it: nsfw 1.00.' }],
  });
  await reports('seen');
  expect((await stage.admin.call('GET', link)).status).toBe(200);
});

test('a flagged start image is rejected with a reason and not kept', async () => {
  const control = { kind: 'picture', name: 'start', label: 'Start', default: '', live: true };
  const { sessionId, viewer } = await stage.dream({
    worker: { hello: { ...HELLO, controls: [control] } },
  });
  const upload = async (jpeg: Uint8Array) => {
    const form = new FormData();
    form.set('session_id', sessionId);
    form.set('control', 'start');
    form.set('picture', new Blob([new Uint8Array(jpeg)], { type: 'image/jpeg' }), 'x.jpg');
    return stage.admin.call('POST', '/api/stream/picture', form);
  };
  const kept = () => readdir(join(stage.server.dataDir, 'media/dreams', sessionId)).catch((): string[] => []);
  const refused = await upload(red);
  expect([refused.status, refused.json.error]).toEqual([
    400,
    'This image can’t be used here, because our safety check detected sexual content. It wasn’t stored. Please choose another one.',
  ]);
  expect(await kept()).toEqual([]);
  expect((await upload(smallPicture)).status).toBe(200);
  await until('the image', async () => (await kept()).length === 1);
  viewer.send({ type: 'prompt', id: 'x', text: 'take off her clothes' });
  expect(await viewer.event('error')).toMatchObject({
    error: expect.stringContaining('real people'),
    id: 'x',
  });
  expect((await decisions(sessionId)).map(({ what }) => what)).toEqual([
    expect.stringMatching(/^image refused, nsfw 1\.00/),
    'prompt refused by the word rule “real-person”',
  ]);
});
