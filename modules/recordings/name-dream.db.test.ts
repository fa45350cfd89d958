import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { dialect } from '../../db/dialect.ts';
import { dreamtOf, type LanguageServer, startLanguageServer } from '../../tests/language-server.ts';
import { startProgram, type TestProgram } from '../../tests/program.ts';
import { openLoginSession } from '../auth/session/sign-in.ts';
import type { SessionDetail, SessionsAnswer } from '../dreams/contract/schemas.ts';
import { createDreamRepository } from '../dreams/repository.ts';
import { dreamPrompts, dreams } from '../dreams/tables.ts';
import { jobs } from '../jobs/tables.ts';
import { newId } from '../kit/ids.ts';
import { createLog } from '../kit/log.ts';
import { createNaming } from './name-dream.ts';

let server: LanguageServer;
let program: TestProgram;
beforeAll(async () => {
  server = await startLanguageServer();
  program = await startProgram({ LLM_BASE_URL: server.baseUrl, LLM_API_KEY: 'secret', LLM_MODEL: 'dreamer' });
  program.jobs.start();
});
afterAll(async () => {
  await program.stop();
  await server.close();
});
beforeEach(() => {
  server.asked.length = 0;
  server.behave('well');
});

async function someone() {
  const email = `${newId()}@example.com`;
  const user = await program.accounts.createUser({ name: 'Robin', email, picture: null, role: 'user' });
  const visitor = program.visitor({ accept: 'application/json' }, newId());
  const from = { userAgent: undefined, address: 'test' };
  visitor.jar.set('sid', await openLoginSession(program.signIn, user.id, from));
  return { ...visitor, id: user.id };
}

async function dreamOf(userId: string, prompts: string[], more: Partial<typeof dreams.$inferInsert> = {}) {
  const id = newId();
  const now = program.clock.now();
  const times = { requestedAt: now, startedAt: now, endedAt: now };
  const row = { jobStatus: 'DONE' as const, serverStatus: 'READY' as const, limitSeconds: 300, seed: 1 };
  const values = { id, userId, rpJobId: `local-${id}`, ...row, ...times, ...more };
  await program.db.orm.insert(dreams).values(values);
  for (const [index, text] of prompts.entries()) {
    const prompt = { dreamId: id, position: index + 1, clientId: `p${index}`, text, sentAt: now };
    await program.db.orm.insert(dreamPrompts).values(prompt);
  }
  return id;
}

/** Requests a name, as at the end of a compile, and waits for the result. */
async function name(id: string): Promise<void> {
  const model = { baseUrl: server.baseUrl, apiKey: 'secret', model: 'dreamer' };
  const repository = createDreamRepository(program.db, program.clock);
  const naming = createNaming({ model, repository, jobs: program.jobs, log: createLog('error') });
  await naming.requestName(id);
  await naming.requestName(id);
  program.jobs.wake();
  await vi.waitFor(async () => {
    const rows = await program.db.orm.select().from(jobs);
    const job = rows.find((one) => one.kind === 'propose-name' && one.key === id);
    expect(job?.state ?? 'done').toBe('done');
  });
}

type Someone = Awaited<ReturnType<typeof someone>>;
const detail = async (person: Someone, id: string) =>
  (await (await person.get(`/api/sessions/${id}`)).json()) as SessionDetail;

test(`the first prompt names a dream, then the language model does, in one request, on ${dialect}`, async () => {
  const person = await someone();
  const id = await dreamOf(person.id, ['a calm ocean', 'make it night']);
  expect(await detail(person, id)).toMatchObject({ dream_name: null, proposed_name: 'A calm ocean' });
  await name(id);
  expect(server.asked).toHaveLength(1);
  expect(server.asked[0]).toMatchObject({ path: '/v1/chat/completions', authorization: 'Bearer secret' });
  const { messages } = JSON.parse(server.asked[0]?.body ?? '');
  expect(messages.at(-1).content).toBe('- a calm ocean\n- make it night');
  expect((await detail(person, id)).dream_name).toMatch(/^A dream of /);
  expect(dreamtOf('x')).toBe('a dream of x');

  // A search finds the dream by its name.
  const found = (await (await person.get('/api/sessions?q=a%20dream%20of')).json()) as SessionsAnswer;
  expect(found.sessions.map(({ session_id }) => session_id)).toEqual([id]);
});

test('the owner’s own name stays', async () => {
  const person = await someone();
  const id = await dreamOf(person.id, ['a calm ocean']);
  const repository = createDreamRepository(program.db, program.clock);
  await repository.nameFrom(id, null, 'A calm ocean');
  await person.send('PATCH', `/api/media-rename/${id}`, {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ dream_name: 'Kept' }),
  });
  await repository.nameFrom(id, 'A calm ocean', 'A dream of oceans');
  await repository.nameFrom(id, null, 'A calm ocean');
  expect((await detail(person, id)).dream_name).toBe('Kept');
});

test.each(['odd', 'empty', 'html', 'refusing', 'reset'] as const)(
  'the first prompt stays the name if the model is %s',
  async (manner) => {
    server.behave(manner);
    const person = await someone();
    const id = await dreamOf(person.id, ['neon city, in the rain.']);
    await name(id);
    expect((await detail(person, id)).dream_name).toBe('Neon city, in the rain');
    expect(server.asked).toHaveLength(1);
  },
);

test.each([
  'They dreamt of cities.\n</think>\n**Title:** "Neon Rain"',
  '```json\n{"title": "Neon Rain"}\n```',
  "Sure! Here's a title for your dream:\n\nNeon Rain.",
])('finds a title in %j', async (content) => {
  server.reply(() => ({ body: { choices: [{ message: { content } }] } }));
  const person = await someone();
  const id = await dreamOf(person.id, ['neon city, in the rain.']);
  await name(id);
  expect((await detail(person, id)).dream_name).toBe('Neon Rain');
});

test('named, deleted and promptless dreams cause no request', async () => {
  const person = await someone();
  for (const id of [
    await dreamOf(person.id, ['a sea'], { name: 'Mine', nameKey: 'mine' }),
    await dreamOf(person.id, ['a sea'], { hiddenAt: 1 }),
    await dreamOf(person.id, []),
  ]) {
    await name(id);
  }
  expect(server.asked).toEqual([]);
});

test('without a language model the name is the first prompt, without a request or a job', async () => {
  const person = await someone();
  const id = await dreamOf(person.id, ['neon city, in the rain.']);
  const repository = createDreamRepository(program.db, program.clock);
  const enqueue = vi.fn();
  const naming = createNaming({ model: null, repository, jobs: { enqueue }, log: createLog('error') });
  await naming.requestName(id);
  expect((await detail(person, id)).dream_name).toBe('Neon city, in the rain');
  expect(enqueue).not.toHaveBeenCalled();
});
