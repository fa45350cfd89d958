import specs from '@asyncapi/specs';
import { Validator } from '@seriousme/openapi-schema-validator';
import Ajv, { type AnySchema } from 'ajv';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ROWS } from '../../tests/authorisation-table.ts';
import { testOnce } from '../../tests/long-test.ts';
import { startProgram, type TestProgram, type Visitor } from '../../tests/program.ts';
import { callOf } from './calls/calls.ts';

/** Routes that no program calls: documents for people, and files that pages load. */
const PAGES = /^(GET|POST) \/(?!api\/)/;

let program: TestProgram;
beforeAll(async () => {
  program = await startProgram();
});
afterAll(() => program.stop());

const json = async (path: string) => (await program.visitor().get(path, { accept: '*/*' })).json();
const ajv = () => new Ajv({ strict: false, validateFormats: false });

describe('the OpenAPI file', () => {
  test('is valid, and describes every call of the authorisation table', async () => {
    const spec = await json('/api/openapi.json');
    expect(await new Validator().validate(structuredClone(spec))).toEqual({ valid: true });
    const described = Object.entries(spec.paths as Record<string, object>).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const calls = ROWS.map(({ route }) => route).filter((route) => !PAGES.test(route));
    const asDescribed = calls.map((route) => route.replace(/:(\w+)/g, '{$1}'));
    expect(described.sort()).toEqual([...new Set(asDescribed)].sort());
  });

  testOnce('gives each call that a token can make its answer', async () => {
    const without = [...new Set(ROWS.map(({ route }) => route))].filter((route) => {
      const call = callOf(route);
      return call?.scope && call.scope !== 'admin:read' && call.answer === undefined;
    });
    expect(without).toEqual([]);
  });

  test('describes the answers that callers get, and their errors', async () => {
    const { paths } = await json('/api/openapi.json');
    const boss = program.visitor();
    await boss.openLink(await program.adminLink());
    const { sessionId } = await (await boss.postJson('/api/stream/connect')).json();
    const { token } = await (
      await boss.postJson('/api/tokens', { name: 'x', scopes: ['stream'], days: 1 })
    ).json();
    expect(token).toBeTruthy();
    const ASKED: [route: string, path?: string | undefined, body?: object][] = [
      ['GET /api/sessions'],
      ['GET /api/sessions/months'],
      ['GET /api/sessions/selection'],
      ['GET /api/sessions/{id}', `/api/sessions/${sessionId}`],
      ['GET /api/sessions/{id}/neighbours', `/api/sessions/${sessionId}/neighbours`],
      ['GET /api/conversation', `/api/conversation?session_id=${sessionId}`],
      ['GET /api/trash'],
      ['GET /api/tokens'],
      ['GET /api/scores'],
      ['GET /api/session'],
      ['GET /api/auth/proof'],
      ['GET /api/stream/check-access'],
      ['GET /api/stream/status', `/api/stream/status?sessionId=${sessionId}`],
      ['POST /api/stream/connect', '/api/stream/connect', {}],
      ['PATCH /api/sessions/{id}/sharing', `/api/sessions/${sessionId}/sharing`, { shared: false }],
      ['PATCH /api/sessions/sharing', undefined, { session_ids: [sessionId], shared: false }],
      ['PATCH /api/media-rename/{id}', `/api/media-rename/${sessionId}`, { dream_name: 'A name' }],
      ['POST /api/bookmarks', undefined, { session_id: sessionId }],
      ['PATCH /api/bookmarks', undefined, { session_ids: [sessionId], bookmarked: true }],
      ['POST /api/feedback', undefined, { session_id: sessionId, stars: 5 }],
      ['POST /api/conversation', undefined, { session_id: sessionId, messages: [] }],
      ['POST /api/stream/end', undefined, { sessionId }],
      ['PATCH /api/sessions/hide', undefined, { session_ids: ['unknown'] }],
      ['PATCH /api/sessions/restore', undefined, { all: true, as_of: 1 }],
      ['GET /api/check', '/api/check?id=0123456789abcdef'],
      ['POST /api/tokens', undefined, { name: '' }],
      ['DELETE /api/tokens/{id}', '/api/tokens/unknown'],
    ];
    for (const [route, path, body] of ASKED) {
      const [method = '', described = ''] = route.split(' ');
      const answer = await send(boss, method, path ?? described, body);
      const { responses } = paths[described][method.toLowerCase()];
      const said = responses[answer.status] ?? responses.default;
      const schema = said.content['application/json'].schema;
      const validate = ajv().compile(schema);
      validate(await answer.json());
      expect(validate.errors, route).toBeNull();
    }
  });
});

describe('the AsyncAPI file', () => {
  test('is valid and names the messages of both sockets', async () => {
    const spec = await json('/api/asyncapi.json');
    const validate = ajv().compile({ ...specs.schemasWithoutId['3.0.0'] } as AnySchema);
    validate(spec);
    expect(validate.errors).toBeNull();
    expect(Object.keys(spec.channels.viewer.messages)).toEqual(
      expect.arrayContaining([
        'up-prompt',
        'up-ack',
        'up-end',
        'down-binary',
        'down-status',
        'down-prompt_ack',
      ]),
    );
    expect(Object.keys(spec.channels.worker.messages)).toEqual(
      expect.arrayContaining(['up-hello', 'up-ready', 'down-start', 'down-stop']),
    );
  });
});

describe('the page for developers', () => {
  test('lists every call, in the reader’s language', async () => {
    const page = await (await program.visitor({ 'accept-language': 'de' }).get('/api/docs')).text();
    expect(page).toContain('Reverie für Entwickler');
    for (const { route } of ROWS) if (callOf(route)) expect(page, route).toContain(route.split(' ')[1]);
    expect(page).toContain('sessionId?: string');
  });
});

const send = (visitor: Visitor, method: string, path: string, body?: object) =>
  visitor.send(method, path, {
    headers: { accept: 'application/json', ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
