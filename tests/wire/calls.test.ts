import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { until } from './inbox.ts';
import { createPerson, type Person, signInByLink, signInByMail } from './person.ts';
import { openStage, type Stage } from './stage.ts';

let stage: Stage;
let nobody: Person;
let other: Person;
beforeAll(async () => {
  stage = await openStage();
  nobody = createPerson(stage.server);
  other = await signInByMail(stage.server, 'other@example.com');
});
afterEach(() => stage.clear());
afterAll(() => stage.dispose());

const UNKNOWN = 'f'.repeat(32);
const MUTATIONS = ['/api/stream/connect', '/api/stream/end', '/api/sessions/update-client-fps'] as const;
const isError = { error: expect.stringMatching(/\w/) };

describe('the printed admin link', () => {
  test('signed the operator in as an admin and is used up', async () => {
    expect((await stage.admin.call('GET', '/api/session')).json).toEqual({
      user: { id: expect.any(String), name: 'Admin', email: 'admin@localhost', picture: null, role: 'admin' },
    });
    await expect(signInByLink(stage.server, stage.server.adminLink ?? '')).rejects.toThrow(/410/);
  });
});

describe('a call about streams', () => {
  test.each([
    ['POST', '/api/stream/connect', {}],
    ['POST', '/api/stream/end', { sessionId: UNKNOWN }],
    ['GET', `/api/stream/status?sessionId=${UNKNOWN}`, undefined],
    ['GET', '/api/stream/check-access', undefined],
    ['POST', '/api/sessions/update-client-fps', { sessionId: UNKNOWN, clientFpsData: {} }],
  ])('is refused to a signed-out visitor: %s %s', async (method, path, body) => {
    const answer = await nobody.call(method, path, body);
    expect(answer).toMatchObject({ status: 401, json: isError });
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
    const forged = createPerson(stage.server, 'sid=forged');
    expect((await forged.call(method, path, body)).status).toBe(401);
  });

  test('about someone else’s dream gets a 404', async () => {
    const { sessionId } = await stage.admin.connect();
    for (const id of [sessionId, UNKNOWN, 'x', '../../etc/passwd', "' or 1=1 --"]) {
      const calls = [
        other.call('POST', '/api/stream/connect', { sessionId: id }),
        other.call('POST', '/api/stream/end', { sessionId: id }),
        other.call('GET', `/api/stream/status?sessionId=${encodeURIComponent(id)}`),
        other.call('POST', '/api/sessions/update-client-fps', {
          sessionId: id,
          clientFpsData: { overall: 1 },
        }),
      ];
      for (const answer of await Promise.all(calls))
        expect(answer).toMatchObject({ status: 404, json: isError });
    }
    expect(await stage.admin.connect()).toMatchObject({ sessionId, status: 'queued' });
  });

  test('without an id, or with an odd one, finds nothing and breaks nothing', async () => {
    expect((await stage.admin.call('GET', '/api/stream/status')).status).toBe(404);
    expect((await stage.admin.call('GET', '/api/stream/status?sessionId=%00')).status).toBeLessThan(500);
    expect((await stage.admin.call('GET', '/api/stream/status?sessionId=%ff%fe')).status).toBe(404);
  });

  test.each(MUTATIONS)('only accepts known fields: %s', async (path) => {
    const { sessionId } = await stage.admin.connect();
    const full = path.endsWith('fps') ? { sessionId, clientFpsData: { overall: 16 } } : { sessionId };
    const post = (body: unknown, headers?: Record<string, string>) =>
      stage.admin.call('POST', path, body, headers);
    const refused: [string, unknown, number][] = [
      ['half a JSON text', '{"sessionId":', 400],
      ['an array', [sessionId], 400],
      ['a text', '"x"', 400],
      ['null', 'null', 400],
      ['an unknown field', { ...full, extra: 1 }, 400],
      ['a number as id', { ...full, sessionId: 5 }, 400],
      ['no id but an object', { ...full, sessionId: { $ne: null } }, 400],
      ['a control character in the id', { ...full, sessionId: 'a\u0000' }, 400],
      ['an endless id', { ...full, sessionId: 'x'.repeat(1000) }, 400],
      ['300 KiB', JSON.stringify({ ...full, pad: 'x'.repeat(300 * 1024) }), 413],
    ];
    for (const [what, body, status] of refused) {
      const answer = await post(body);
      expect([what, answer.status, answer.json]).toEqual([what, status, expect.objectContaining(isError)]);
      expect(answer.text).not.toMatch(/\bat .*\.tsx?:|node_modules/);
    }
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data']) {
      expect((await post(JSON.stringify(full), { 'content-type': type })).status).toBe(415);
    }
    expect(
      (await post(JSON.stringify(full), { 'content-type': 'application/json; charset=utf-8' })).status,
    ).toBe(200);
  });

  test.each(MUTATIONS)('is rejected from another site’s page: %s', async (path) => {
    const foreign = [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { origin: stage.server.url.replace('http:', 'https:').replace(/:\d+$/, '') },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
    ];
    for (const headers of foreign) {
      expect(await stage.admin.call('POST', path, {}, headers)).toMatchObject({ status: 403, json: isError });
    }
    const own = { origin: stage.server.url, 'sec-fetch-site': 'same-origin' };
    expect((await stage.admin.call('POST', path, {}, own)).status).not.toBe(403);
  });

  test('to an unknown URL gets a JSON 404, even from a browser', async () => {
    for (const [method, path] of [
      ['GET', '/api/nothing'],
      ['POST', '/api/nothing'],
      ['DELETE', '/api/stream/connect'],
      ['GET', '/api/stream/connect'],
    ] as const) {
      const answer = await stage.admin.call(method, path, undefined, { accept: 'text/html' });
      expect(answer).toMatchObject({ status: 404, json: isError });
      expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
    }
  });
});

describe('a person with a dream', () => {
  test('sees the remaining time: all of it before the first frame, then less', async () => {
    const { sessionId, viewer, worker } = await stage.dream();
    const status = async () =>
      (await stage.admin.call('GET', `/api/stream/status?sessionId=${sessionId}`)).json;
    expect(await status()).toEqual({ job_status: 'PENDING', time_left: 300, server_status: null });
    viewer.send('a quiet sea');
    await worker.reported('prompt');
    worker.frame();
    await viewer.frames.find('the first picture', () => true);
    const running = await status();
    expect(running).toMatchObject({ job_status: 'RUNNING', server_status: null });
    expect(running.time_left).toBeGreaterThan(280);
    expect(running.time_left).toBeLessThanOrEqual(300);
    // The database is updated a moment later.
    const active = await until('the running dream in the list', async () => {
      const { activeSession } = (await stage.admin.call('GET', '/api/sessions')).json;
      return activeSession?.job_status === 'RUNNING' && activeSession;
    });
    expect(active).toMatchObject({ session_id: sessionId });
  });

  test('can end it: before the first frame it is aborted, afterwards it is done', async () => {
    const { sessionId, viewer } = await stage.dream();
    const aborted = await stage.admin.call('POST', '/api/stream/end', { sessionId });
    expect(aborted).toMatchObject({ status: 200, json: { job_status: 'ABORTED' } });
    expect((await viewer.closed).code).toBe(1000);

    await stage.clear();
    const live = await stage.liveDream();
    const end = () => stage.admin.call('POST', '/api/stream/end', { sessionId: live.sessionId });
    expect(await end()).toMatchObject({ status: 200, json: { job_status: 'DONE' } });
    expect((await live.viewer.closed).code).toBe(1000);
    expect(await end()).toMatchObject({ status: 200, json: { job_status: 'DONE' } });
  });

  test('can report the browser’s frame rate', async () => {
    const { sessionId } = await stage.admin.connect();
    const report = (clientFpsData: unknown) =>
      stage.admin.call('POST', '/api/sessions/update-client-fps', { sessionId, clientFpsData });
    expect(await report({ '0': 15.5, '10': 16, '2026-03-01T12:00:00': 16, overall: 15.8 })).toMatchObject({
      status: 200,
      json: { ok: true },
    });
    for (const wrong of [undefined, [], 'x', { '0': 'fast' }, { '0': -1 }, { '0': 1e9 }, { 'a\u0000': 1 }]) {
      expect(await report(wrong)).toMatchObject({ status: 400, json: isError });
    }
    expect(
      (await report(Object.fromEntries(Array.from({ length: 12_000 }, (_, at) => [at, 1])))).status,
    ).toBe(400);
  });

  test('can read the plan’s usage', async () => {
    expect((await other.call('GET', '/api/stream/check-access')).json).toEqual({
      canStream: true,
      isTrial: true,
      isBasic: false,
      used: 0,
      limit: 3,
      remainingTrials: 3,
      periodEnd: null,
    });
    expect((await stage.admin.call('GET', '/api/stream/check-access')).json).toMatchObject({
      canStream: true,
      isTrial: false,
      isBasic: false,
      limit: null,
    });
  });
});
