import { afterEach, expect, test } from 'vitest';
import { dreamOn, openOn } from '../../../../tests/engines/engine-stage.ts';
import { startHttpPeer } from '../../../../tests/engines/http-peer.ts';
import { type ScopePeerOptions, startScopePeer } from '../../../../tests/engines/scope-peer.ts';
import { longTest } from '../../../../tests/long-test.ts';
import { until } from '../../../../tests/wire/inbox.ts';
import { createScopeApi } from './api.ts';
import { createScopeAdapter } from './scope.ts';

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function open(mood: ScopePeerOptions = {}) {
  const peer = await startScopePeer(mood);
  closing.push(peer.stop);
  const words: string[] = [];
  const generator = await openOn(createScopeAdapter({ ENGINE_URL: peer.url }), words);
  closing.push(async () => generator.close?.());
  return { peer, generator, words };
}

async function dreaming(mood: ScopePeerOptions = {}) {
  const opened = await open(mood);
  const dream = await dreamOn(opened.generator, { controls: { transition: 2 } });
  await dream.isReady();
  opened.generator.prompt('one', 'a red desert');
  await dream.turnsInto('a red desert');
  return { ...opened, dream };
}
const starts = (peer: { asked: { path: string }[] }) =>
  peer.asked.filter(({ path }) => path.endsWith('/session/start')).length;

test('it is loaded, started and controlled by calls, and a receipt is never earlier than its frame', async () => {
  const { peer, generator, words, dream } = await dreaming();
  expect(generator).toMatchObject({ name: 'scope', version: 'longlive', isNonCommercial: true });
  expect(words).toContain('Scope is loading longlive: Initializing VAE');
  generator.prompt('two', 'a deep sea');
  await dream.receipt('two');
  expect(await dream.turnedAt('two', 'a red desert', 'a deep sea')).toBeGreaterThan(0.02);
  await dream.turnsInto('a deep sea');
  generator.control?.('transition', 0);
  generator.prompt('three', 'a red desert');
  await dream.receipt('three');
  expect(await dream.turnedAt('three', 'a deep sea', 'a red desert')).toBeGreaterThan(0.02);
  await generator.stop();
  expect(peer.asked).toMatchObject([
    { path: '/api/v1/pipeline/load', body: { pipeline_ids: ['longlive'], load_params: { width: 576 } } },
    { path: '/api/v1/session/stop' },
    {
      path: '/api/v1/session/start',
      body: { pipeline_id: 'longlive', input_mode: 'text', prompts: [{ text: 'a red desert', weight: 1 }] },
    },
    {
      path: '/api/v1/session/parameters',
      body: { transition: { target_prompts: [{ text: 'a deep sea', weight: 1 }], num_steps: 2 } },
    },
    { path: '/api/v1/session/parameters', body: { prompts: [{ text: 'a red desert', weight: 1 }] } },
    { path: '/api/v1/session/stop' },
  ]);
});

test('only the newest of many prompts is sent, so its queue isn’t flooded', async () => {
  const { peer, generator, dream } = await dreaming({ faults: 0 });
  for (let i = 0; i < 20; i++) generator.prompt(`no ${i}`, `a grey street ${i}`);
  generator.prompt('last', 'a deep sea');
  await dream.receipt('last');
  await dream.turnsInto('a deep sea');
  expect(peer.asked.filter(({ path }) => path.endsWith('/parameters')).length).toBeLessThan(5);
});

test('a broken connection continues in another session once the first is stopped', async () => {
  const { peer, generator, dream } = await dreaming();
  peer.falls('cut');
  generator.prompt('two', 'a deep sea');
  await dream.turnsInto('a deep sea');
  await dream.receipt('two');
  expect(dream.seen.words).toContainEqual(
    expect.stringMatching(/^Scope (broke off|ended) its video\. Trying again\.$/),
  );
  expect(starts(peer)).toBe(2);
  expect(peer.unstopped()).toBe(0);
  expect(dream.seen.errors).toEqual([]);
});

longTest('a pipeline that has died, but looks as if it ran, is left for another session', {}, async () => {
  const { peer, generator, dream } = await dreaming();
  peer.falls('dead');
  await until('it is missed', () => dream.seen.words.includes('Scope has stopped drawing. Trying again'));
  peer.falls('none');
  generator.prompt('two', 'a deep sea');
  await dream.turnsInto('a deep sea');
  expect(peer.unstopped()).toBe(0);
});

test('loading and generation errors are reported with its text', async () => {
  const { peer, generator } = await open();
  peer.falls('full');
  const dream = await dreamOn(generator);
  await dream.isReady();
  generator.prompt('one', 'a red desert');
  await until('the end', () => dream.seen.errors.length > 0);
  expect(dream.seen.errors).toEqual(['Scope is out of memory. A smaller model or image would fit.']);

  peer.falls('error');
  const adapter = createScopeAdapter({ ENGINE_URL: peer.url });
  await expect(adapter.prepare(() => {}, new AbortController().signal)).rejects.toThrow(
    'Scope couldn’t load longlive: no such file: wan.safetensors.',
  );
});

test('a video isn’t fetched from another server', async () => {
  const asked: (string | undefined)[] = [];
  const elsewhere = await startHttpPeer(async ({ url }, response) => {
    asked.push(url);
    response.end('elsewhere');
  });
  const peer = await startHttpPeer(async (_, response) => {
    response.writeHead(302, { location: `${elsewhere.url}/secret` });
    response.end();
  });
  closing.push(peer.stop, elsewhere.stop);
  const video = createScopeApi(peer.url).video(new AbortController().signal);
  await expect(video.next()).rejects.toThrow(/Scope/);
  expect(asked).toEqual([]);
});
