import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createLog } from '../../../kit/log.ts';
import { GENERATOR_NAMES } from '../../contract/settings.ts';
import { type EngineName, openAdapter } from '../../generators.ts';
import type { ModelImage } from '../../player/blend.ts';
import { type EngineAdapter, EngineFault, type SessionEvents } from './adapter.ts';
import { createEngineDreaming } from './engine-dreaming.ts';
import { openEngineGenerator } from './engine-generator.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const SETTINGS = { ENGINE_URL: 'http://127.0.0.1:9', ENGINE_KEY: 'a key' };
const ADAPTERS = GENERATOR_NAMES.filter(
  (name): name is EngineName => name !== 'demo' && name !== 'diffusion',
);
const away = (label: string) =>
  new EngineFault(`${label} can’t be reached at 10.0.0.7.`, false, `${label} can’t be reached.`);

/** A dream on a scripted engine with an adapter's name and limits, on fake timers. */
async function dreamOn(
  name: (typeof ADAPTERS)[number],
  prepare: EngineAdapter['prepare'] = async () => FACTS,
) {
  const real = await openAdapter(name, SETTINGS);
  const sessions: SessionEvents[] = [];
  const seen = { words: [] as (string | null)[], errors: [] as string[], ready: 0, frames: 0 };
  let waitsFor: string | null = null;
  const adapter: EngineAdapter = {
    ...real,
    prepare,
    open(_, events) {
      sessions.push(events);
      return { prompt() {}, end: async () => {}, waitsFor: () => waitsFor };
    },
  };
  const dreaming = createEngineDreaming({
    adapter,
    job: { width: 32, height: 18, fps: 16, seed: 1 },
    prepared() {},
    log: createLog('error', () => {}),
    events: {
      loading: (_, text) => void seen.words.push(text),
      ready: () => void seen.ready++,
      frame: () => void seen.frames++,
      promptShown() {},
      error: (message, reported) => void seen.errors.push(`${reported} | ${message}`),
    },
  });
  const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000);
  return {
    real,
    seen,
    sessions,
    dreaming,
    pass,
    now: () => sessions.at(-1) as SessionEvents,
    waits(words: string): void {
      waitsFor = words;
    },
    draw: () => sessions.at(-1)?.images([image()]),
    /** Prompts a ready dream and sends a number of images at an even pace. */
    async begin(images = 0, everySeconds = 0.1) {
      await pass(0);
      dreaming.prompt('one', 'a sea');
      for (let i = 0; i < images; i++) {
        sessions.at(-1)?.images([image()]);
        await pass(everySeconds);
      }
    },
  };
}

const FACTS = { version: '1', controls: [] };
const image = (): ModelImage => ({ pixels: new Uint8ClampedArray(12), width: 2, height: 2, shown: null });

describe.each(ADAPTERS)('%s', (name) => {
  test('away: reported immediately, and the dream ends after a minute', async () => {
    const { seen, pass, real } = await dreamOn(name, async () => {
      throw away('It');
    });
    await pass(1);
    expect(seen.words[0]).toBe('It can’t be reached.');
    await pass(58);
    expect(seen.errors).toEqual([]);
    await pass(8);
    expect(seen).toMatchObject({
      ready: 0,
      errors: ['It can’t be reached. | It can’t be reached at 10.0.0.7.'],
    });
    expect(real.label).toBeTruthy();
  });

  test('away as its worker starts: only the operator sees the address', async () => {
    let isAway = true;
    const prepare = async () => {
      if (isAway) throw away('It');
      return FACTS;
    };
    const reported: unknown[] = [];
    const adapter = { ...(await openAdapter(name, SETTINGS)), prepare };
    const opened = openEngineGenerator(
      adapter,
      createLog('error', () => {}),
      (...all) => void reported.push(all),
    );
    await vi.advanceTimersByTimeAsync(100);
    isAway = false;
    await vi.advanceTimersByTimeAsync(1000);
    await opened;
    const why = 'It can’t be reached at 10.0.0.7. Trying again.';
    expect(reported).toEqual([['It can’t be reached. Trying again.', null, { why }]]);
  });

  test('starting, and loading for four minutes: waited for, with a status all the time', async () => {
    const { promise, resolve } = Promise.withResolvers<typeof FACTS>();
    const loads = await dreamOn(name, (report) => {
      report('It loads its models', 0.4);
      return promise;
    });
    await loads.pass(240);
    expect(loads.seen).toMatchObject({ words: ['It loads its models'], errors: [], ready: 0 });
    resolve(FACTS);
    await loads.pass(1);
    expect(loads.seen.ready).toBe(1);

    const first = await dreamOn(name);
    await first.begin();
    await first.pass(10);
    expect(first.seen.words.at(-1)).toBe(`${first.real.label} is generating the first image (9 s)`);
    // a hosted service has nothing to load, so its timeout is a minute
    if (name === 'fal') return first.dreaming.end();
    await first.pass(230);
    expect([first.sessions.length, first.seen.errors]).toEqual([1, []]);
    first.draw();
    expect(first.seen.words.at(-1)).toBeNull();
    await first.dreaming.end();
  });

  test('frozen: a status after five seconds, a lower rate, and the end with a reason after three tries', async () => {
    const dream = await dreamOn(name);
    await dream.begin(30);
    const { seen, pass, real, dreaming } = dream;
    expect(seen.words.filter(Boolean)).toEqual([]);
    const rate = () => Number(/generates ([\d.]+) images/.exec(dreaming.note() ?? '')?.[1]);
    const before = rate();
    await pass(2);
    expect(rate()).toBeLessThan(before / 4);
    await pass(4);
    expect(seen.words.at(-1)).toMatch(/hasn’t sent a new image \(\d s\)$/);
    expect(dreaming.note()).toBe(seen.words.at(-1));
    // times out after 20 s, then twice after 60 s, whatever the adapter's own limit
    await pass(150);
    expect([dream.sessions.length, real.patienceMs >= 15_000]).toEqual([3, true]);
    expect(seen.errors).toEqual([expect.stringMatching(/sent no image for \d+ s\./)]);
  });

  test('ten times slower: no status, and a correct rate', async () => {
    const { begin, seen, dreaming } = await dreamOn(name);
    await begin(20, 1);
    expect(seen.words.filter(Boolean)).toEqual([]);
    expect(dreaming.note()).toMatch(
      /the model generates 1(\.\d)? images per second, blended into smooth video/,
    );
    await dreaming.end();
  });

  test('queued behind others: waited for while they are served, with their number', async () => {
    const dream = await dreamOn(name);
    await dream.begin(3);
    dream.waits('3 other runs are ahead at this engine');
    for (let i = 0; i < 30; i++) {
      await dream.pass(10);
      dream.now().alive();
    }
    expect(dream.seen.words.at(-1)).toMatch(/^3 other runs are ahead at this engine \(\d+ s\)$/);
    expect([dream.sessions.length, dream.seen.errors]).toEqual([1, []]);
    await dream.dreaming.end();
  });

  test('out of memory: tried three times, and the dream ends with the reason', async () => {
    const dream = await dreamOn(name);
    await dream.begin(3);
    for (let i = 1; i <= 3; i++) {
      dream.now().failed(new EngineFault('It is out of memory.'));
      await dream.pass(2);
      if (i < 3) expect(dream.seen.words.at(-1)).toBe('It is out of memory. Trying again.');
    }
    expect(dream.seen.errors).toEqual(['It is out of memory. | It is out of memory.']);
  });

  test('restarted: the last frame stays with a status, and another session continues', async () => {
    let isAway = false;
    const dream = await dreamOn(name, async () => {
      if (isAway) throw away('It');
      return FACTS;
    });
    await dream.begin(3);
    isAway = true;
    dream.now().failed(new EngineFault('It broke off.'));
    await dream.pass(20);
    expect(dream.seen.words.filter((words) => words === 'It can’t be reached.')).toHaveLength(1);
    expect(dream.seen.words.at(-1)).toMatch(/^It can’t be reached \(\d\d s\)$/);
    isAway = false;
    await dream.pass(6);
    dream.draw();
    expect([dream.sessions.length, dream.seen.words.at(-1), dream.seen.errors]).toEqual([2, null, []]);
    await dream.dreaming.end();
  });

  test('set up wrongly: the dream ends immediately, and the viewer sees no settings', async () => {
    const { pass, seen } = await dreamOn(name, async () => {
      throw new EngineFault('WORKFLOW: /etc/flow.json has no slot.', true, 'It refuses to draw.');
    });
    await pass(0);
    expect(seen.errors).toEqual(['It refuses to draw. | WORKFLOW: /etc/flow.json has no slot.']);
  });
});
