import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { AudienceAnswer, WatchAnswer } from '../../modules/stream/contract/schemas.ts';
import { type FakeViewer, openViewer, upgradeAnswer } from './fake-viewer.ts';
import { until } from './inbox.ts';
import { createPerson, type Person, signInByMail } from './person.ts';
import { openStage, type Stage } from './stage.ts';

let stage: Stage;
let friend: Person;
beforeAll(async () => {
  stage = await openStage({ MAX_WATCHERS: '20' });
  friend = await signInByMail(stage.server, 'friend@example.com');
});
const opened: FakeViewer[] = [];
afterEach(() => {
  for (const watcher of opened.splice(0)) watcher.terminate();
  return stage.clear();
});
afterAll(() => stage.dispose());

async function change(sessionId: string, body: object, person = stage.admin) {
  return person.call('PATCH', `/api/sessions/${sessionId}/audience`, body);
}

async function open(sessionId: string, choice: object = {}): Promise<string> {
  const { json } = await change(sessionId, { open: true, ...choice });
  const { watchUrl } = json as AudienceAnswer;
  return watchUrl?.split('/').at(-1) ?? '';
}

async function look(watchId: string, person = createPerson(stage.server)): Promise<WatchAnswer> {
  return (await person.call('GET', `/api/watch/${watchId}`)).json as WatchAnswer;
}

async function watch(
  watchId: string,
  person = createPerson(stage.server),
  { query = '', ...options }: { query?: string; ack?: boolean } = {},
): Promise<FakeViewer> {
  const { websocketUrl } = await look(watchId, person);
  const watcher = await openViewer(websocketUrl + query, options);
  opened.push(watcher);
  return watcher;
}

const second = () => new Promise((resolve) => setTimeout(resolve, 1_000, 'a second'));
/** The close code, if it comes within a second. */
const closeOf = (watcher: FakeViewer) => Promise.race([watcher.closed.then(({ code }) => code), second()]);

describe('an audience', () => {
  test('sees the dream from the first second on, and a slow watcher holds up nobody', async () => {
    const dream = await stage.liveDream();
    expect((await look('x'.repeat(22))).state).toBe('closed');
    const watchId = await open(dream.sessionId);
    expect(watchId).toMatch(/^[\w-]{22}$/);
    dream.worker.stream(16);
    const fast = await watch(watchId);
    const slow = await watch(watchId, undefined, { ack: false });
    const began = performance.now();
    const late = await watch(watchId);
    await late.frames.find('a picture', () => true);
    expect(performance.now() - began).toBeLessThan(1_000);
    const before = dream.viewer.frames.items.length;
    await until('forty frames', () => dream.viewer.frames.items.length >= before + 40);
    expect(fast.frames.items.length).toBeGreaterThanOrEqual(38);
    expect(slow.frames.items.length).toBeLessThanOrEqual(8);
    expect(await fast.event('audience')).toMatchObject({ role: 'watcher', playable: true });
    expect(await fast.event('prompt_ack')).toMatchObject({ text: 'a quiet sea' });
    await dream.viewer.events.find('three people', (one) => one.type === 'audience' && one.watching === 3);
  });

  test('leaves within a second of the link’s end, and a new opening has a new link', async () => {
    const dream = await stage.liveDream();
    const watchId = await open(dream.sessionId);
    const watcher = await watch(watchId);
    expect(await open(dream.sessionId)).toBe(watchId);
    await change(dream.sessionId, { open: false });
    expect(await closeOf(watcher)).toBe(4004);
    expect(await look(watchId)).toMatchObject({ state: 'closed', websocketUrl: null });
    expect((await createPerson(stage.server).call('GET', `/watch/${watchId}`)).status).toBe(404);
    expect(await open(dream.sessionId)).not.toBe(watchId);
  });

  test('leaves when the dream ends, and finds the shared page', async () => {
    const dream = await stage.liveDream();
    const watchId = await open(dream.sessionId);
    const watcher = await watch(watchId);
    await stage.admin.call('POST', '/api/stream/end', { sessionId: dream.sessionId });
    expect(await closeOf(watcher)).toBe(1000);
    expect(await look(watchId)).toMatchObject({ state: 'ended', sharedUrl: expect.stringMatching(/^\/d\//) });
    await stage.admin.call('PATCH', `/api/sessions/${dream.sessionId}/sharing`, { shared: false });
    expect(await look(watchId)).toMatchObject({ state: 'ended', sharedUrl: null });
  });

  test('leaves when an operator takes the link down', async () => {
    const dream = await stage.liveDream();
    const watcher = await watch(await open(dream.sessionId));
    const taken = { action: 'takeDown', sessionId: dream.sessionId, reason: 'a test' };
    const answer = await stage.admin.call('POST', '/api/admin/report-data', taken);
    expect(answer.status).toBe(200);
    expect(await closeOf(watcher)).toBe(4004);
  });

  test('is seen by operators, who are led from a watcher’s report to the dream and can close its link', async () => {
    const dream = await stage.liveDream();
    const watchId = await open(dream.sessionId);
    const watcher = await watch(watchId);
    const { sessionId } = dream;
    const read = async () =>
      (await stage.admin.call('POST', '/api/admin/dream-data', { action: 'getDream', sessionId })).json;
    expect(await read()).toMatchObject({ watching: 1 });
    const listed = await stage.admin.call('POST', '/api/admin/session-data', { action: 'getAllSessions' });
    expect(listed.json.sessions).toContainEqual(
      expect.objectContaining({ session_id: sessionId, watching: 1 }),
    );
    const sent = await fetch(`${stage.server.url}/watch/${watchId}/report`, {
      method: 'POST',
      body: new URLSearchParams({ reason: 'other', message: 'look at this' }),
    });
    expect(sent.status).toBe(201);
    const reports = await stage.admin.call('POST', '/api/admin/report-data', { action: 'getReports' });
    expect(reports.json.dreams[0]).toMatchObject({ session_id: sessionId, new_count: 1 });
    const order = { action: 'closeAudience', sessionId, reason: 'reported' };
    expect((await stage.admin.call('POST', '/api/admin/dream-data', order)).json).toEqual({ changed: true });
    expect(await closeOf(watcher)).toBe(4004);
    expect((await stage.admin.call('POST', '/api/admin/dream-data', order)).json).toEqual({ changed: false });
    const { watching, life } = await read();
    expect(watching).toBeNull();
    expect(life.map(({ detail }: { detail: string | null }) => detail)).toContain('reported');
  });

  test('can be limited to people with an account, who leave with their login', async () => {
    const dream = await stage.liveDream();
    const watchId = await open(dream.sessionId);
    const guest = await watch(watchId);
    expect(await open(dream.sessionId, { signedIn: true })).toBe(watchId);
    expect(await closeOf(guest)).toBe(4004);
    expect((await look(watchId)).state).toBe('sign-in');
    const bare = `${stage.server.url.replace(/^http/, 'ws')}/watch/ws?id=${watchId}`;
    expect((await upgradeAnswer(bare)).status).toBe(401);
    const person = await signInByMail(stage.server, 'leaves@example.com');
    const watcher = await watch(watchId, person);
    await person.call('POST', '/api/auth/logout');
    expect(await closeOf(watcher)).toBe(1008);
  });

  test('is as large as the server allows', async () => {
    const dream = await stage.liveDream();
    const watchId = await open(dream.sessionId);
    // One network gets half of the places.
    const watchers = await Promise.all(Array.from({ length: 10 }, () => watch(watchId)));
    const { websocketUrl } = await look(watchId);
    expect((await upgradeAnswer(websocketUrl ?? '')).status).toBe(503);
    watchers[0]?.close();
    await until('a place', async () => (await upgradeAnswer(websocketUrl ?? '')).status === 101);
  });

  test('belongs to live dreams of people only', async () => {
    expect((await change('nothing', { open: true })).status).toBe(404);
    const dream = await stage.liveDream();
    expect((await change(dream.sessionId, { open: true }, friend)).status).toBe(404);
    expect((await change(dream.sessionId, { open: true }, createPerson(stage.server))).status).toBe(401);
    await stage.admin.call('POST', '/api/stream/end', { sessionId: dream.sessionId });
    expect((await change(dream.sessionId, { open: true })).status).toBe(409);
  });
});

describe('a watcher', () => {
  test('suggests, the dreamer takes it, and the transcript says whose it was', async () => {
    const dream = await stage.liveDream();
    const watcher = await watch(await open(dream.sessionId), friend);
    watcher.send({ type: 'suggest', text: '  a red\nmoon ' });
    const { id, text, from } = await dream.viewer.event('suggestion');
    expect([text, from]).toEqual(['a red moon', 'Friend']);
    dream.viewer.send({ type: 'take', id });
    const received = await watcher.events.find(
      'the prompt',
      (one) => one.type === 'prompt_received' && one.text === text,
    );
    expect(received).toMatchObject({ from: 'Friend' });
    expect(
      await dream.worker.messages.find('it', (one) => one.type === 'prompt' && one.text === text),
    ).toBeTruthy();
    dream.viewer.send({ type: 'drop', id: 'unknown' });
    const page = () => stage.admin.call('GET', `/session?session_id=${dream.sessionId}`);
    await until('the transcript', async () => (await page()).text.includes('suggested by Friend'));
  });

  test('votes once, and the most wanted suggestion becomes the prompt', async () => {
    const dream = await stage.liveDream();
    const watchId = await open(dream.sessionId);
    const watchers = await Promise.all([watch(watchId), watch(watchId), watch(watchId)]);
    watchers[0]?.send({ type: 'suggest', text: 'one fox' });
    watchers[1]?.send({ type: 'suggest', text: 'two owls' });
    const isOf = (text: string) => (one: { type: string; text?: string | null }) =>
      one.type === 'suggestion' && one.text === text;
    const isVote = (one: { type: string; seconds?: number | null }) =>
      one.type === 'ballot' && one.seconds !== null;
    const fox = await dream.viewer.events.find('the fox', isOf('one fox'));
    const owls = await dream.viewer.events.find('the owls', isOf('two owls'));
    dream.viewer.send({ type: 'ballot', seconds: 5 });
    await Promise.all(watchers.map((one) => one.events.find('the vote', isVote)));
    const ids = [fox, owls].map((one) => ('id' in one ? one.id : ''));
    for (let again = 0; again < 5; again++) watchers[0]?.send({ type: 'vote', id: ids[0] });
    for (const one of watchers.slice(1)) one.send({ type: 'vote', id: ids[1] });
    const state = await watchers[2]?.events.find(
      'the votes',
      (one) => one.type === 'ballot' && one.candidates.reduce((sum, { votes }) => sum + votes, 0) === 3,
    );
    expect(state).toMatchObject({ candidates: [{ votes: 2 }, { votes: 1 }] });
    const prompt = await dream.worker.messages.find(
      'it',
      (one) => one.type === 'prompt' && one.text === 'two owls',
    );
    expect(prompt).toBeTruthy();
    const reloaded = await stage.viewer((await stage.admin.connectUntilReady()).websocketUrl);
    expect(await reloaded.event('ballot')).toMatchObject({ every: 5 });
    expect(await reloaded.event('suggestion')).toMatchObject({ text: 'one fox' });
  });

  test('learns, as the dreamer does, why a choice can’t be dreamed, and it doesn’t count', async () => {
    const dream = await stage.liveDream();
    dream.viewer.send({ type: 'prompt', id: 'school', text: 'a little girl at school' });
    const watcher = await watch(await open(dream.sessionId));
    watcher.send({ type: 'suggest', text: 'topless' });
    const { id } = await dream.viewer.event('suggestion');
    dream.viewer.send({ type: 'take', id });
    for (const side of [watcher, dream.viewer])
      expect(await side.event('suggestion_refused')).toMatchObject({
        ...{ text: 'topless', from: null, error: expect.stringContaining('rephrase') },
      });
    dream.viewer.send({ type: 'prompt', id: 'next', text: 'a quiet sea at night' });
    await dream.worker.messages.find('it', (one) => one.type === 'prompt' && /night/.test(one.text));
  });

  test('prompts only as a player, for as long as the dreamer wants', async () => {
    const dream = await stage.liveDream();
    const watchId = await open(dream.sessionId);
    const watcher = await watch(watchId);
    watcher.send({ type: 'prompt', text: 'not yet' });
    expect(await watcher.event('error')).toMatchObject({ code: 'not-a-player' });
    const { you } = (await watcher.event('audience')) as { you: string };
    dream.viewer.send({ type: 'role', watcher: you, role: 'player' });
    await watcher.events.find(
      'the role',
      (one) => one.type === 'audience' && 'role' in one && one.role === 'player',
    );
    watcher.send({ type: 'prompt', text: 'a green comet' });
    await dream.worker.messages.find('it', (one) => one.type === 'prompt' && one.text === 'a green comet');
    // A guest who reloads stays a player, in every window, until the role is taken back.
    const { again } = (await watcher.events.find('the key', (one) => 'again' in one)) as { again: string };
    const reloaded = await watch(watchId, undefined, { query: `&again=${again}` });
    expect(await reloaded.event('audience')).toMatchObject({ role: 'player' });
    const stranger = await watch(watchId, undefined, { query: '&again=guessed' });
    expect(await stranger.event('audience')).toMatchObject({ role: 'watcher' });
    dream.viewer.send({ type: 'role', watcher: you, role: 'watcher' });
    const seen = watcher.events.items.length;
    await watcher.events.find(
      'the role',
      (one) => one.type === 'audience' && 'role' in one && one.role === 'watcher',
      seen,
    );
    watcher.send({ type: 'prompt', text: 'too late' });
    expect(await watcher.event('error', seen)).toMatchObject({ code: 'not-a-player' });
    reloaded.send({ type: 'prompt', text: 'too late' });
    expect(await reloaded.event('error')).toMatchObject({ code: 'not-a-player' });
  });

  test('never counts against the dreamer, and is held to its own limits', async () => {
    const dream = await stage.liveDream();
    const watcher = await watch(await open(dream.sessionId));
    for (let one = 0; one < 30; one++) watcher.send({ type: 'suggest', text: `moon ${one}` });
    for (let one = 0; one < 30; one++) watcher.send({ type: 'react', kind: one % 5 });
    expect(await watcher.event('error')).toMatchObject({ code: 'suggestion-limit' });
    const { counts } = await dream.viewer.event('reactions');
    expect(counts).toHaveLength(5);
    expect(dream.viewer.events.items.filter(({ type }) => type === 'suggestion')).toHaveLength(3);
    watcher.send('x'.repeat(9_000));
    expect((await watcher.closed).code).toBe(1009);
    dream.viewer.send({ type: 'prompt', id: 'mine', text: 'my own words' });
    await dream.worker.messages.find('it', (one) => one.type === 'prompt' && one.text === 'my own words');
  });
});
