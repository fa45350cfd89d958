import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { readCredentials } from '../credentials.ts';
import { openPeople } from '../people.ts';
import { MARKED } from '../server.ts';
import { HELLO, smallPicture, type WorkerOptions } from './fake-worker.ts';
import { createPerson, type Person } from './person.ts';
import { openStage, type Stage } from './stage.ts';

let stage: Stage;
let people: Awaited<ReturnType<typeof openPeople>>;
beforeAll(async () => {
  stage = await openStage(MARKED);
  people = await openPeople(stage.server.dataDir);
});
afterEach(() => stage.clear());
afterAll(async () => {
  await people.close();
  await stage.dispose();
});

/** Another operator with their own browser. */
async function operator(): Promise<{ person: Person; userId: string }> {
  const user = await people.create('admin');
  const { value } = await people.cookie(user, stage.server.url);
  return { person: createPerson(stage.server, `sid=${value}`), userId: user.id };
}

async function addressFor(person: Person): Promise<string> {
  const { status, json } = await person.call('POST', '/api/draw/ticket');
  expect(status).toBe(200);
  return json.websocketUrl;
}

/** This operator's browser, rendering the dream of the stage's admin. */
async function drawingTab(person: Person, options: WorkerOptions = {}) {
  const tab = await stage.worker({
    ...options,
    address: await addressFor(person),
    origin: stage.server.url,
  });
  const { sessionId, websocketUrl } = await stage.admin.connectUntilReady();
  const viewer = await stage.viewer(websocketUrl);
  viewer.send({ type: 'prompt', id: 'first', text: 'a quiet sea' });
  await tab.reported('prompt');
  tab.frame();
  await viewer.frames.find('the first picture', () => true);
  return { tab, viewer, sessionId };
}

test('a ticket admits one browser once, from our own pages only', async () => {
  const { person } = await operator();
  const address = await addressFor(person);
  const dial = (origin?: string) => stage.worker({ address, ...(origin ? { origin } : {}) });
  await expect(dial('https://evil.example')).rejects.toThrow('403');
  await dial(stage.server.url);
  await expect(dial(stage.server.url)).rejects.toThrow('401');
  await expect(stage.worker({ address: `${address}x` })).rejects.toThrow('401');
});

test('a dream whose tab is closed fails with that reason, uncounted and kept', async () => {
  const { person } = await operator();
  const { tab, viewer, sessionId } = await drawingTab(person);
  tab.close();
  const words = 'The browser tab that drew this dream was closed.';
  expect(await viewer.closed).toEqual({ code: 4002, reason: words });
  const last = viewer.events.items.filter((event) => event.type === 'status').at(-1);
  expect(last).toMatchObject({ job_status: 'FAILED', end_text: words });
  // The page polls as well as it listens, and shows the first answer.
  const status = await stage.admin.call('GET', `/api/stream/status?sessionId=${sessionId}`);
  expect(status.json).toMatchObject({ job_status: 'FAILED', end_text: words, counted: false });
  expect(await stage.admin.connect(sessionId)).toMatchObject({
    status: 'failed',
    error: words,
    counted: false,
  });
});

test('a tab’s dream names the model in its video', async () => {
  const { person } = await operator();
  const hello = { ...HELLO, generator: 'diffusion', model: 'IDKiro/sdxs', licence: 'OpenRAIL' };
  const { tab, viewer, sessionId } = await drawingTab(person, { hello, jpeg: smallPicture });
  tab.frame();
  viewer.send({ type: 'end' });
  await viewer.closed;
  await stage.admin.untilRecorded(sessionId);
  const answer = await fetch(`${stage.server.url}/api/d/${sessionId}.mp4`);
  const { state, data } = await readCredentials('video/mp4', new Uint8Array(await answer.arrayBuffer()));
  expect([state, data('org.reverie.dream')]).toMatchObject([
    'Valid',
    { model: 'IDKiro/sdxs', licence: 'OpenRAIL' },
  ]);
  expect(data('c2pa.actions.v2').actions[0].digitalSourceType).toContain('/trainedAlgorithmicMedia');
});

test('a dream whose tab vanishes fails with another reason', async () => {
  const { person } = await operator();
  const { tab, viewer } = await drawingTab(person);
  tab.terminate();
  const reason = 'The browser tab that drew this dream lost its connection.';
  expect(await viewer.closed).toEqual({ code: 4002, reason });
});

test('signing out ends the browser’s worker', async () => {
  const { person } = await operator();
  const { tab, viewer } = await drawingTab(person);
  const began = performance.now();
  await person.call('POST', '/api/auth/logout');
  expect(await tab.closed).toEqual({ code: 1008, reason: 'You have signed out.' });
  await viewer.closed;
  expect(performance.now() - began).toBeLessThan(1_000);
});

test('a person who is no longer an operator can’t be a worker', async () => {
  const { person, userId } = await operator();
  const { tab } = await drawingTab(person);
  const change = { action: 'updateUserRole', userId, role: 'user' };
  expect((await stage.admin.call('POST', '/api/admin/user-data', change)).status).toBe(200);
  expect(await tab.closed).toEqual({ code: 1008, reason: 'Only operators may draw.' });
  expect((await person.call('POST', '/api/draw/ticket')).status).toBe(403);
});

test('a worker with a model is preferred to the painter, in any order', async () => {
  const painter = await stage.worker({ hello: { ...HELLO, generator: 'demo' } });
  const model = await stage.worker({ hello: { ...HELLO, generator: 'diffusion' } });
  await Promise.all([painter.reported('welcome'), model.reported('welcome')]);
  await stage.admin.connectUntilReady();
  await model.reported('start');
  expect(painter.messages.items.map(({ type }) => type)).toEqual(['welcome']);
});
