import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ENGINE_TIMEOUT_MS, testEngine } from '../../../../tests/engine.ts';
import { type TinyDiffusion, writeTinyDiffusion } from '../../../../tests/tiny-diffusion.ts';
import { ModelFault } from '../../contract/faults.ts';
import { type OnnxRuntime, openSession } from '../onnx-node.ts';
import { createDiffusionDream, type DreamImage, type Look } from './dream.ts';
import { type Model, readGraphs } from './graphs.ts';
import { createSchedule, STABLE_DIFFUSION } from './schedule.ts';

const LOOK: Look = {
  feedback: 0.6,
  wander: 0.06,
  guidance: 1.2,
  delta: 1,
  turn: 8,
  camera: { zoom: 0.004, pan: 0.003 },
  similar: { threshold: 0.99, mostSkips: 2 },
};

const UNSPARED: Partial<Look> = { similar: { threshold: 1, mostSkips: 0 } };

let ort: OnnxRuntime;
let folder: string;
let tiny: Model;
beforeAll(async () => {
  ort = await testEngine();
  folder = await mkdtemp(join(tmpdir(), 'reverie-diffusion-'));
  tiny = await modelOf('tiny');
}, ENGINE_TIMEOUT_MS);
afterAll(() => rm(folder, { recursive: true, force: true }));

async function modelOf(name: string, options: Partial<TinyDiffusion> = {}): Promise<Model> {
  const dir = join(folder, name);
  await writeTinyDiffusion(dir, options);
  return readGraphs(await sessionsIn(dir), { scaling: 1 });
}

async function sessionsIn(dir: string) {
  const open = (graph: string) => openSession(ort, join(dir, graph, 'model.onnx'), 'cpu');
  return {
    textEncoder: await open('text_encoder'),
    unet: await open('unet'),
    vaeEncoder: await open('vae_encoder'),
    vaeDecoder: await open('vae_decoder'),
  };
}

const words = (...ids: number[]) => [...ids, ...new Array(77 - ids.length).fill(0)];
const start = (model: Model, seed = 1, look: Partial<Look> = {}, image: Uint8ClampedArray | null = null) =>
  createDiffusionDream(model, {
    seed,
    image,
    schedule: createSchedule(STABLE_DIFFUSION),
    look: { ...LOOK, ...look },
  });

/** Generates a number of images; `prompts` maps image indices to prompts. */
async function dreamt(
  model: Model,
  images: number,
  prompts: Record<number, number>,
  seed = 1,
  look?: Partial<Look>,
) {
  const dream = start(model, seed, look);
  const drawn: DreamImage[] = [];
  for (let i = 0; i < images; i++) {
    const prompt = prompts[i];
    if (prompt !== undefined) dream.prompt(`prompt ${prompt}`, await model.embed(words(prompt)));
    const image = await dream.next();
    if (image) drawn.push(image);
  }
  return drawn;
}

/** Mean difference between two images, 0–255. */
const apart = (a: DreamImage | undefined, b: DreamImage | undefined) =>
  (a?.pixels.reduce((sum, value, i) => sum + Math.abs(value - (b?.pixels[i] ?? 0)), 0) ?? 0) /
  (a?.pixels.length ?? 1);

describe('a dream', () => {
  test('draws nothing before its first prompt', async () => {
    expect(await start(tiny).next()).toBeNull();
  });

  test('is reproducible for the same seed and the same prompts at the same images', async () => {
    const prompts = { 0: 5, 12: 9 };
    const one = await dreamt(tiny, 30, prompts);
    expect((await dreamt(tiny, 30, prompts)).map(({ pixels }) => pixels)).toEqual(
      one.map(({ pixels }) => pixels),
    );
    expect(apart(one.at(-1), (await dreamt(tiny, 30, prompts, 2)).at(-1))).toBeGreaterThan(2);
    expect(apart(one.at(-1), (await dreamt(tiny, 30, { 0: 5, 12: 10 })).at(-1))).toBeGreaterThan(1);
    expect(apart(one.at(14), (await dreamt(tiny, 30, { 0: 5, 13: 9 })).at(14))).toBeGreaterThan(0);
  });

  test('starts from a given image, and continues from it', async () => {
    const { width, height } = tiny.image;
    const green = Uint8ClampedArray.from({ length: 3 * width * height }, (_, i) => (i % 3 === 1 ? 220 : 20));
    const begun = async (image: Uint8ClampedArray | null) => {
      const dream = start(tiny, 1, { feedback: 0.9 }, image);
      dream.prompt('one', await tiny.embed(words(5)));
      return dream.next();
    };
    const [with_, without] = [await begun(green), await begun(null)];
    const greenness = ({ pixels }: { pixels: Uint8ClampedArray }) =>
      pixels.reduce((sum, value, i) => sum + (i % 3 === 1 ? value : -value / 2), 0) / (width * height);
    if (!with_ || !without) throw new Error('no picture');
    expect(greenness(with_)).toBeGreaterThan(greenness(without) + 10);
  });

  test('reports the first image that a prompt affects, and moves to it over the following ones', async () => {
    const drawn = await dreamt(tiny, 40, { 0: 5, 20: 9 }, 1, UNSPARED);
    const shown = drawn.flatMap(({ shown }, i) => (shown === null ? [] : [[i, shown]]));
    expect(shown).toEqual([
      [0, 'prompt 5'],
      [20, 'prompt 9'],
    ]);
    const unchanged = await dreamt(tiny, 40, { 0: 5 }, 1, UNSPARED);
    const way = drawn.map((image, i) => apart(image, unchanged[i]));
    expect(way.slice(0, 20)).toEqual(new Array(20).fill(0));
    // visible from the first image, then growing until the transition is complete
    expect(way[20]).toBeGreaterThan(0);
    expect(way[27]).toBeGreaterThan(3 * (way[20] ?? 0));
  });

  test('keeps moving: each image follows from the last and never repeats it', async () => {
    const drawn = await dreamt(tiny, 60, { 0: 5 }, 1, UNSPARED);
    const steps = drawn.slice(1).map((image, i) => apart(image, drawn[i]));
    expect(Math.min(...steps)).toBeGreaterThan(0.1);
    expect(Math.max(...steps.slice(10))).toBeLessThan(apart(drawn[15], drawn[55]));
  });

  test.each([
    ['feedback', { feedback: 0.9 }],
    ['wander', { wander: 0.3 }],
    ['guidance', { guidance: 2 }],
    ['zoom', { camera: { zoom: -0.02, pan: 0.003 } }],
    ['pan', { camera: { zoom: 0.004, pan: 0.02 } }],
  ])('follows its %s from the image at which it is changed', async (_, change) => {
    const turnedAt = async (at: number | null, look: Partial<Look>) => {
      const dream = start(tiny, 1, UNSPARED);
      dream.prompt('p', await tiny.embed(words(5)));
      const drawn: (DreamImage | null)[] = [];
      for (let i = 0; i < 12; i++) {
        if (i === at) dream.restyle({ ...LOOK, ...UNSPARED, ...look });
        drawn.push(await dream.next());
      }
      return drawn.map((image) => image?.pixels);
    };
    const as = await turnedAt(null, {});
    expect(await turnedAt(6, {})).toEqual(as);
    const turned = await turnedAt(6, change);
    // `wander` takes effect from the next image
    expect(turned.slice(0, 6)).toEqual(as.slice(0, 6));
    expect(turned[8]).not.toEqual(as[8]);
  });

  test('skips images like the last one, at most two in a row', async () => {
    const drawn = await dreamt(tiny, 60, { 0: 5 });
    const spared = drawn.map(({ latent }) => (latent === null ? 's' : 'd')).join('');
    expect(spared).toContain('s');
    expect(spared).not.toContain('sss');
    expect(spared.indexOf('s')).toBeGreaterThan(LOOK.turn);
    expect(apart(drawn[spared.indexOf('s')], drawn[spared.indexOf('s') - 1])).toBe(0);
  });

  test('neither drifts nor saturates over 2,000 images of feedback', async () => {
    const dream = start(tiny, 3, UNSPARED);
    dream.prompt('p', await tiny.embed(words(5, 6, 7)));
    const means: number[] = [];
    const steps: number[] = [];
    let last: DreamImage | undefined;
    let [saturated, restarted] = [0, 0];
    // extremes of the latent channels
    let [farthest, narrowest, widest] = [0, Number.POSITIVE_INFINITY, 0];
    for (let i = 0; i < 2000; i++) {
      const image = await dream.next();
      if (!image) throw new Error('no picture');
      const { pixels } = image;
      let [sum, extremes] = [0, 0];
      for (const value of pixels) {
        sum += value;
        if (value === 0 || value === 255) extremes++;
      }
      means.push(sum / pixels.length);
      saturated = Math.max(saturated, extremes / pixels.length);
      if (image.restarted) restarted++;
      if (last) steps.push(apart(image, last));
      last = image;
      for (const { mean, deviation } of image.latent ?? []) {
        farthest = Math.max(farthest, Math.abs(mean));
        narrowest = Math.min(narrowest, deviation);
        widest = Math.max(widest, deviation);
      }
    }
    expect(farthest).toBeLessThan(2.1);
    expect(widest).toBeLessThan(2.1);
    expect(narrowest).toBeGreaterThan(0.1);
    const average = (part: number[]) => part.reduce((sum, value) => sum + value, 0) / part.length;
    const [early, late] = [average(means.slice(100, 300)), average(means.slice(-200))];
    expect(restarted).toBe(0);
    expect(Math.min(...steps)).toBeGreaterThan(0.1);
    expect(Math.abs(late - early)).toBeLessThan(8);
    expect(saturated).toBeLessThan(0.2);
  });

  test('is stabilised where the model would amplify itself into one colour', async () => {
    // each step makes its input stronger and redder
    const wild: Model = {
      ...tiny,
      encode: async (image) => (await tiny.encode(image)).map((value, i) => value * 1.3 + (i < 64 ? 0.4 : 0)),
    };
    const drawn = await dreamt(wild, 300, { 0: 5 }, 1, UNSPARED);
    const red = (image: DreamImage | undefined) => {
      const values = (image?.pixels ?? new Uint8ClampedArray(3)).filter((_, i) => i % 3 === 0);
      return values.reduce((sum, value) => sum + value, 0) / values.length;
    };
    const [early, late] = [red(drawn[20]), red(drawn.at(-1))];
    expect(Math.abs(late - early)).toBeLessThan(12);
    expect(late).toBeLessThan(200);
    expect(drawn.filter(({ held }) => held > 0).length).toBeGreaterThan(200);
    expect(drawn.filter(({ restarted }) => restarted !== null)).toEqual([]);
  });

  test('starts over if the model returns NaN or black, says so, and shows neither', async () => {
    let answer: 'well' | 'NaN' | 'black' = 'well';
    let times = 0;
    const faulty: Model = {
      ...tiny,
      async decode(latent) {
        const image = await tiny.decode(latent);
        if (answer === 'well' || times-- <= 0) return image;
        return image.fill(answer === 'NaN' ? Number.NaN : -1);
      },
    };
    const dream = start(faulty);
    dream.prompt('p', await tiny.embed(words(5)));
    await dream.next();
    for (const [fault, expected] of [
      ['NaN', /NaN/],
      ['black', /black/],
    ] as const) {
      [answer, times] = [fault, 1];
      let restarted: string | null = null;
      while (restarted === null) restarted = (await dream.next())?.restarted ?? null;
      expect(restarted).toMatch(expected);
      answer = 'well';
      expect((await dream.next())?.restarted).toBeNull();
    }
    [answer, times] = ['NaN', 100];
    await expect(
      (async () => {
        for (let i = 0; i < 20; i++) await dream.next();
      })(),
    ).rejects.toThrow(/NaN.*even after 3 restarts/);
  });
});

describe('graphs', () => {
  test('in fp16, with int32 ids and dynamic sizes are run as they require', async () => {
    const model = await modelOf('half', { half: true, free: true });
    expect(model.latent).toEqual({ channels: 4, height: 40, width: 72 });
    expect(model.image).toEqual({ height: 320, width: 576 });
    const [image] = await dreamt(model, 1, { 0: 5 });
    expect(image?.pixels).toHaveLength(320 * 576 * 3);
    expect(image?.restarted).toBeNull();
  });

  test('that don’t match are reported by name', async () => {
    const dir = join(folder, 'tiny');
    const sessions = await sessionsIn(dir);
    const read = (changed: object) => readGraphs({ ...sessions, ...changed }, { scaling: 1 });
    await expect(read({ unet: sessions.textEncoder })).rejects.toThrow(
      /^unet: it has input_ids int64\[1,77\], but sample was expected/,
    );
    await expect(read({ vaeEncoder: sessions.unet })).rejects.toThrow(/^vae_encoder: it needs sample/);
    await expect(read({ vaeDecoder: sessions.vaeEncoder })).rejects.toThrow(/^vae_decoder: /);
    await expect(read({ textEncoder: sessions.unet })).rejects.toThrow(ModelFault);
  });
});
