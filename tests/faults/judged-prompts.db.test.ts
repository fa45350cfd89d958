import { asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dreamPrompts, dreams } from '../../modules/dreams/tables.ts';
import { testOnce } from '../long-test.ts';
import { type ModerationServer, startModerationServer } from '../moderation-server.ts';
import { until } from '../wire/inbox.ts';
import { type Ground, type LiveDream, openGround } from './ground.ts';

const UNCHECKED =
  'The dream ended while this prompt was being checked. It is kept with the dream and was not drawn.';

let moderation: ModerationServer;
let ground: Ground;
beforeAll(async () => {
  moderation = await startModerationServer();
  ground = await openGround({ PROMPT_SAFETY: 'moderation', MODERATION_BASE_URL: moderation.baseUrl });
});
afterAll(async () => {
  await ground.dispose();
  await moderation.close();
});

/** A live dream with an acknowledged prompt whose verdict never comes. */
async function judgedDream(): Promise<LiveDream> {
  const dream = await ground.liveDream();
  dream.viewer.send({ type: 'prompt', id: 'judged', text: 'silence of the woods' });
  await dream.viewer.events.find(
    'its receipt',
    (event) => event.type === 'prompt_received' && event.id === 'judged',
  );
  return dream;
}

/** An ended dream's prompts, with true for each that never got a verdict. */
async function storedOf({ sessionId }: LiveDream): Promise<[id: string, checking: boolean][]> {
  await until('the end', async () => {
    const [row] = await ground.db.orm.select().from(dreams).where(eq(dreams.id, sessionId));
    return row && row.endedAt !== null;
  });
  const rows = await ground.db.orm
    .select()
    .from(dreamPrompts)
    .where(eq(dreamPrompts.dreamId, sessionId))
    .orderBy(asc(dreamPrompts.position));
  return rows.map(({ clientId, checking }) => [clientId, checking]);
}

const KEPT = [
  ['first', false],
  ['judged', true],
];

test('an acknowledged prompt is stored if viewer or worker end its dream before a verdict', async () => {
  const left = await judgedDream();
  left.viewer.send({ type: 'end' });
  await left.viewer.closed;
  // Otherwise it takes the next dream.
  left.worker.terminate();
  const lost = await judgedDream();
  lost.worker.terminate();
  for (const { viewer } of [left, lost]) {
    await viewer.closed;
    expect(viewer.events.items).toContainEqual({
      type: 'error',
      id: 'judged',
      code: 'prompt-unchecked',
      error: UNCHECKED,
    });
  }
  expect(await storedOf(left)).toEqual(KEPT);
  expect(await storedOf(lost)).toEqual(KEPT);
});

testOnce('an acknowledged prompt is stored if a kill or a stop ends its dream before a verdict', async () => {
  const refused = await judgedDream();
  refused.viewer.send({ type: 'prompt', id: 'nude', text: 'a nude figure' });
  await refused.viewer.events.find('a refusal', (event) => event.type === 'error' && event.id === 'nude');
  const killed = await judgedDream();
  await ground.kill();
  await ground.start();
  expect(await storedOf(killed)).toEqual(KEPT);
  // Its check had timed out, so it was let through unchecked.
  expect(await storedOf(refused)).toEqual(KEPT.map(([id]) => [id, false]));
  const page = await ground.browser(killed.cookie).call('GET', `/session?session_id=${killed.sessionId}`);
  expect(page.text).toContain(UNCHECKED);

  const stopped = await judgedDream();
  process.kill(ground.server.pid, 'SIGTERM');
  await ground.server.exited;
  expect(await storedOf(stopped)).toEqual(KEPT);
});
