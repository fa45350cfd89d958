import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { AppError } from '../../../src/kit/errors.ts';
import { createLog } from '../../../src/kit/log.ts';
import {
  dreamtOf,
  type LanguageServer,
  type Manner,
  startLanguageServer,
} from '../../../tests/language-server.ts';
import { askAgent } from './agent.ts';
import type { LanguageModel } from './ask-model.ts';

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

test('asks the configured model with its key, its rule and the person’s own wishes', async () => {
  server.behave('well');
  const prompt = await askAgent(model, { messages: said('the sea'), system_prompt: 'Only pastels.' }, log);
  expect(prompt).toBe(dreamtOf('the sea'));
  expect(server.asked[0]).toMatchObject({ path: '/v1/chat/completions', authorization: 'Bearer secret' });
  const { model: name, max_tokens, messages } = lastBody();
  expect({ name, max_tokens }).toEqual({ name: 'dreamer', max_tokens: 256 });
  expect(messages.map(({ role }: { role: string }) => role)).toEqual(['system', 'user']);
  expect(messages[0].content).toMatch(/at most 20 words[\s\S]*Only pastels\./);
});

test('passes on the last 20 messages, of people and assistants only, and no banned word', async () => {
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

test('brings a talkative model under the rule', async () => {
  server.behave('lying');
  const prompt = await askAgent(model, { messages: said('the sea') }, log);
  expect(prompt.split(' ')).toHaveLength(20);
  expect(prompt).toMatch(/^Sure! a dream of the sea, and then more [^\n]*\w$/);
});

test('says quickly that a model failed, however it failed', async () => {
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
