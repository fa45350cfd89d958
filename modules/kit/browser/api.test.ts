import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { api, failureText, Refusal, request } from './api.ts';

let origin = '';
const answers: Record<string, (answer: ServerResponse, body: string) => void> = {
  '/echo': (answer, body) => answer.end(JSON.stringify({ sent: JSON.parse(body) })),
  '/refused': (answer) => answer.writeHead(409).end('{"error":"Too late.","reauthenticate":true}'),
  '/silent': (answer) => answer.writeHead(502).end('<html>'),
  '/form': (answer, body) => answer.end(JSON.stringify(body)),
  '/busy': (answer) => answer.writeHead(503, { 'Retry-After': '5' }).end('{"error":"Later.","queue":3}'),
  '/down': (answer) => answer.writeHead(503).end('null'),
  '/page': (answer) => answer.end('<html>'),
  '/empty': (answer) => answer.writeHead(204).end(),
  '/never': () => {},
  '/half': (answer) => answer.writeHead(200).write('{"a":'),
};
const server = createServer((request, answer) => {
  let body = '';
  request.on('data', (piece) => (body += piece));
  request.on('end', () => answers[request.url ?? '']?.(answer, body));
});

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => error,
  );

test('sends JSON and reads JSON', async () => {
  expect(await api('POST', `${origin}/echo`, { a: 1 })).toEqual({ sent: { a: 1 } });
});

test('rejects with the server’s error text, if it sent one', async () => {
  const refused = await failureOf(api('GET', `${origin}/refused`));
  expect(refused).toBeInstanceOf(Refusal);
  expect(refused).toMatchObject({ status: 409, message: 'Too late.', reauthenticate: true });
  expect(failureText(refused, 'Not done.')).toBe('Too late.');
  const silent = await failureOf(api('GET', `${origin}/silent`));
  expect(silent).toMatchObject({ status: 502, message: '', reauthenticate: false });
  expect(failureText(silent, 'Not done.')).toBe('Not done.');
});

test('sends a form as a form', async () => {
  const form = new FormData();
  form.set('audio', new Blob(['sound']), 'phrase.wav');
  expect(await api('POST', `${origin}/form`, form)).toMatch(/form-data; name="audio"; filename="phrase.wav"/);
});

test('reports retry-after responses and their details', async () => {
  const busy = await failureOf(api('GET', `${origin}/busy`));
  expect(busy).toMatchObject({ busy: true, message: 'Later.', body: { queue: 3 } });
  expect(await failureOf(api('GET', `${origin}/down`))).toMatchObject({ busy: false, message: '' });
});

test('accepts an empty body as nothing, and HTML only if requested', async () => {
  expect(await api('GET', `${origin}/empty`)).toBe(null);
  expect(await failureOf(api('GET', `${origin}/page`))).toBeInstanceOf(SyntaxError);
  expect(await (await request('GET', `${origin}/page`)).text()).toBe('<html>');
  expect((await request('GET', `${origin}/refused`)).status).toBe(409);
});

test('has no timeout if none is set', async () => {
  const leaving = new AbortController();
  const given = failureOf(
    api('GET', `${origin}/never`, undefined, { signal: leaving.signal, timeoutMs: null }),
  );
  leaving.abort();
  expect(await given).toMatchObject({ name: 'AbortError' });
  expect(await api('POST', `${origin}/echo`, 1, { timeoutMs: null })).toEqual({ sent: 1 });
});

test.each(['/never', '/half'])(
  'waits for %s up to its timeout, and not at all once aborted',
  async (path) => {
    const late = await failureOf(api('GET', origin + path, undefined, { timeoutMs: 50 }));
    expect(late).toMatchObject({ name: 'TimeoutError' });
    const leaving = new AbortController();
    const given = failureOf(api('GET', origin + path, undefined, { signal: leaving.signal }));
    leaving.abort();
    expect(await given).toMatchObject({ name: 'AbortError' });
  },
);
