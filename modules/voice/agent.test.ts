import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  dreamtOf,
  type LanguageServer,
  type Manner,
  startLanguageServer,
} from '../../tests/language-server.ts';
import { AppError } from '../kit/errors.ts';
import { createLog } from '../kit/log.ts';
import type { LanguageModel } from '../language-model/language-model.ts';
import { askAgent } from './agent.ts';

let server: LanguageServer;
let model: LanguageModel;
const log = createLog('error');

beforeAll(async () => {
  server = await startLanguageServer();
  model = { baseUrl: server.baseUrl, apiKey: 'secret', model: 'dreamer' };
});
afterAll(() => server.close());
beforeEach(() => {
  server.asked.length = 0;
});

const said = (content: string) => [{ role: 'user', content }];
const lastBody = () => JSON.parse(server.asked.at(-1)?.body ?? '');

test('sends the key, the rule and the person’s own instructions to the configured model', async () => {
  server.behave('well');
  const prompt = await askAgent(model, { messages: said('the sea'), system_prompt: 'Only pastels.' }, log);
  expect(prompt).toBe(dreamtOf('the sea'));
  expect(server.asked[0]).toMatchObject({ path: '/v1/chat/completions', authorization: 'Bearer secret' });
  const { model: name, max_tokens, messages } = lastBody();
  expect({ name, max_tokens }).toEqual({ name: 'dreamer', max_tokens: 256 });
  expect(messages.map(({ role }: { role: string }) => role)).toEqual(['system', 'user']);
  expect(messages[0].content).toMatch(/at most 20 words[\s\S]*Only pastels\./);
});

test('sends the last 20 user and assistant messages, without banned words', async () => {
  server.behave('well');
  const history = Array.from({ length: 50 }, (_, index) => ({
    role: ['user', 'assistant', 'system', 'tool'][index % 4] ?? '',
    content: `line ${index} ${'x'.repeat(3000)}`,
  }));
  await askAgent(model, { messages: [...history, ...said('a fucking sea')] }, log);
  const { messages } = lastBody();
  expect(messages).toHaveLength(21);
  expect(messages.at(-1)).toEqual({ role: 'user', content: 'a flower sea' });
  for (const { role, content } of messages.slice(1)) {
    expect(['user', 'assistant']).toContain(role);
    expect(content.length).toBeLessThanOrEqual(2000);
  }
  await expect(askAgent(model, { messages: [{ role: 'system', content: 'obey' }] }, log)).rejects.toThrow(
    'Nothing was said.',
  );
});

test('shortens a talkative model’s answer', async () => {
  server.behave('lying');
  const prompt = await askAgent(model, { messages: said('the sea') }, log);
  expect(prompt.split(' ')).toHaveLength(20);
  expect(prompt).toMatch(/^a dream of the sea, and then more [^\n]*\w$/);
});

test('reports a failed model quickly, however it failed', async () => {
  const faults: [Manner, number][] = [
    ['odd', 502],
    ['empty', 502],
    ['html', 502],
    ['refusing', 502],
    ['endless', 502],
    ['reset', 502],
    ['silent', 504],
  ];
  for (const [manner, status] of faults) {
    server.behave(manner);
    const began = performance.now();
    const failure = await askAgent(model, { messages: said('the sea') }, log, 400).catch((error) => error);
    expect(failure, manner).toBeInstanceOf(AppError);
    expect(failure.status, manner).toBe(status);
    expect(failure.message).not.toContain('secret');
    expect(performance.now() - began).toBeLessThan(2000);
  }
  const gone = { ...model, baseUrl: 'http://127.0.0.1:9/v1' };
  await expect(askAgent(gone, { messages: said('x') }, log)).rejects.toMatchObject({ status: 502 });
});

describe('real servers', () => {
  const answered = (message: object, more = {}) => ({ body: { choices: [{ index: 0, message, ...more }] } });
  const well = answered({ role: 'assistant', content: 'a calm sea' });
  const refusal = (status: number, message: string) => ({
    status,
    body: { error: { message, type: 'invalid_request_error' } },
  });
  const bodies = () => server.asked.filter(({ body }) => body !== '').map(({ body }) => JSON.parse(body));
  const fresh = (more: Partial<LanguageModel> = {}) => ({ ...model, ...more });
  /** One assistant call's answer or error, and its log lines. */
  async function ask(one: LanguageModel, words = 'the sea') {
    const lines: string[] = [];
    const own = createLog('info', (line) => lines.push(line));
    const prompt = await askAgent(one, { messages: said(words) }, own).catch((error: AppError) => error);
    return { prompt, log: lines.join('') };
  }

  test('a token limit is sent under the server’s name for it, once known', async () => {
    const names = ['max_tokens', 'max_completion_tokens'];
    let accepted = 'max_completion_tokens';
    server.reply(({ body }) =>
      accepted in JSON.parse(body)
        ? well
        : refusal(
            400,
            `Unsupported parameter: '${names.find((name) => name !== accepted)}' is not supported with this model.`,
          ),
    );
    const one = fresh();
    expect((await ask(one)).prompt).toBe('a calm sea');
    expect(bodies().map((body) => names.filter((name) => name in body))).toEqual([
      ['max_tokens'],
      ['max_completion_tokens'],
    ]);
    expect(bodies()[1].max_completion_tokens).toBe(256);
    expect((await ask(one)).prompt).toBe('a calm sea');
    expect(server.asked).toHaveLength(3);
    // A different model behind the same URL.
    accepted = 'max_tokens';
    expect((await ask(one)).prompt).toBe('a calm sea');
    expect((await ask(one)).prompt).toBe('a calm sea');
    expect(server.asked).toHaveLength(6);
  });

  test('a refusal is retried once within the same timeout, and logged with the server’s text', async () => {
    server.reply(() => refusal(400, 'max_tokens and max_completion_tokens are both unknown here'));
    const { prompt, log } = await ask(fresh());
    expect(prompt).toMatchObject({ status: 502 });
    expect(server.asked).toHaveLength(2);
    expect(log).toContain('answered 400');
    expect(log).toContain('are both unknown here');
  });

  test.each([
    ['the role system', "Unsupported value: 'messages[0].role' does not support 'system' with this model."],
    ['a system message in its template', 'System role not supported'],
    ['other roles', 'Only user and assistant roles are supported!'],
    ['turns that do not alternate', 'Conversation roles must alternate user/assistant/user/assistant/...'],
    [
      'the flag stream',
      '[{"type":"extra_forbidden","loc":["body","stream"],"msg":"Extra inputs are not permitted"}]',
    ],
  ])('omits %s for a server that rejects it', async (what, words) => {
    const isFine = (body: { messages: { role: string }[]; stream?: boolean }) => {
      const roles = body.messages
        .map(({ role }) => role)
        .filter((role) => !/alternate/.test(what) || role !== 'system');
      const alternates = roles.every((role, index) => role === (index % 2 ? 'assistant' : 'user'));
      return what.includes('stream') ? !('stream' in body) : alternates;
    };
    server.reply(({ body }) => (isFine(JSON.parse(body)) ? well : { status: 422, body: { detail: words } }));
    const messages = [{ role: 'assistant', content: 'a sea' }, ...said('calm'), ...said('calmer')];
    expect(await askAgent(fresh(), { messages }, log)).toBe('a calm sea');
    const [, second] = bodies();
    expect(JSON.stringify(second.messages)).toMatch(/at most 20 words[\s\S]*calmer/);
  });

  test('without a configured model, uses the first chat model, or the server’s default', async () => {
    let models = ['nomic-embed-text', 'whisper-1', 'qwen3', 'other'];
    const list = () => ({ body: { object: 'list', data: models.map((id) => ({ id })) } });
    server.reply(({ path, body }) => {
      if (path === '/v1/models') return list();
      return models.includes(JSON.parse(body).model) ? well : refusal(404, 'model not found');
    });
    const one = fresh({ model: undefined });
    expect((await ask(one)).prompt).toBe('a calm sea');
    expect((await ask(one)).prompt).toBe('a calm sea');
    expect(server.asked.map(({ path }) => path)).toEqual([
      '/v1/models',
      '/v1/chat/completions',
      '/v1/chat/completions',
    ]);
    expect(bodies().map(({ model: name }) => name)).toEqual(['qwen3', 'qwen3']);
    models = ['newer'];
    expect((await ask(one)).prompt).toMatchObject({ status: 502 });
    expect((await ask(one)).prompt).toBe('a calm sea');

    server.asked.length = 0;
    server.reply(({ path }) => (path === '/v1/models' ? { status: 404, body: 'no such page' } : well));
    expect((await ask(fresh({ model: undefined }))).prompt).toBe('a calm sea');
    expect(bodies()[0]).not.toHaveProperty('model');
  });

  test.each([
    [
      'parts',
      {
        content: [
          { type: 'thinking', thinking: [{ type: 'text', text: 'hm' }] },
          { type: 'text', text: 'a calm sea' },
        ],
      },
    ],
    ['plain strings as parts', { content: ['a calm ', 'sea'] }],
    ['one part', { content: { type: 'output_text', text: 'a calm sea' } }],
    ['reasoning beside it', { content: 'a calm sea', reasoning_content: 'They want water.' }],
    [
      'everything among the reasoning',
      { content: null, reasoning_content: 'They want water.</think>\na calm sea' },
    ],
  ])('reads an answer from %s', async (_, message) => {
    server.reply(() => answered(message));
    expect((await ask(fresh())).prompt).toBe('a calm sea');
    expect(server.asked).toHaveLength(1);
  });

  test.each([
    [
      'reasoning alone',
      answered({ content: '', reasoning_content: 'They want water.' }, { finish_reason: 'length' }),
      'took all the tokens',
    ],
    [
      'reasoning under its other name',
      answered({ content: null, reasoning: 'They want water.' }),
      'reasoning alone',
    ],
    ['no content', answered({ content: null }), 'answered nothing'],
    [
      'a refusal of the model',
      answered({ content: null, refusal: 'I will not draw that.' }),
      'I will not draw that.',
    ],
    [
      'an error with 200',
      { body: { error: { message: 'Provider is overloaded', code: 529 } } },
      'Provider is overloaded',
    ],
    ['a page', { status: 502, body: '<html><title>x</title><h1>Bad   gateway</h1></html>' }, 'Bad gateway'],
  ])('%s yields no prompt, and the log says why', async (_, reply, reason) => {
    server.reply(() => reply);
    const { prompt, log } = await ask(fresh());
    expect(prompt).toMatchObject({ status: 502 });
    expect(log).toContain(reason);
  });

  test('a refusal’s log entry is short, without the key or the conversation', async () => {
    const words = 'my diary, in which I am so very sad';
    server.reply(({ body }) =>
      refusal(
        401,
        `Incorrect API key provided: secret and sk-abcdefgh12345. ${'x'.repeat(100)} You sent ${body} ${'y'.repeat(9000)}`,
      ),
    );
    const { log } = await ask(fresh(), words);
    expect(log).toContain('Incorrect API key provided: …');
    for (const secret of ['secret', 'sk-abc', 'my diary']) expect(log).not.toContain(secret);
    expect(log.length).toBeLessThan(700);
  });
});
