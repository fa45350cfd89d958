import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { writeTinyDiffusion } from '../../../tests/tiny-diffusion.ts';
import { createTokens } from './core/tokens.ts';
import { readModelFolder } from './model-folder.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reverie-model-'));
  await writeTinyDiffusion(folder);
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const read = () => readModelFolder('tiny', folder);

test('a model is read as its files say, with defaults for the rest', async () => {
  expect(await read()).toMatchObject({
    graphs: { unet: join(folder, 'unet/model.onnx') },
    schedule: { betaStart: 0.00085, betaEnd: 0.012, trainSteps: 1000, prediction: 'epsilon' },
    scaling: 1,
    look: { feedback: 0.5, turn: 8 },
  });
  for (const small of ['scheduler', 'vae_decoder/config.json', 'tokenizer/tokenizer_config.json']) {
    await rm(join(folder, small), { recursive: true });
  }
  expect(await read()).toMatchObject({
    schedule: { trainSteps: 1000 },
    scaling: 0.18215,
    tokenizerConfig: {},
  });
});

test('look.json sets how its dreams move, and a mistake in it is reported', async () => {
  await writeFile(join(folder, 'look.json'), '{"turn": 24, "camera": {"zoom": 0, "pan": 0}}');
  expect((await read()).look).toMatchObject({ turn: 24, camera: { zoom: 0, pan: 0 }, feedback: 0.5 });
  await writeFile(join(folder, 'look.json'), '{"feedbak": 0.5, "turn": 0}');
  await expect(read()).rejects.toThrow(/look.json of the model tiny.*feedbak/s);
  await writeFile(join(folder, 'look.json'), '{"turn": ');
  await expect(read()).rejects.toThrow(/look.json of the model tiny in .* is invalid/);
});

test('prompts become ids for the text encoder: with start and end, truncated and padded', async () => {
  const { tokenizer, tokenizerConfig } = await read();
  const vocab: Record<string, number> = JSON.parse(
    await readFile(join(folder, 'tokenizer/tokenizer.json'), 'utf8'),
  ).model.vocab;
  const [start, end, pad] = ['<|startoftext|>', '<|endoftext|>', '!'].map((word) => vocab[word]);
  const tokens = createTokens(tokenizer, tokenizerConfig, 77);
  const ids = tokens('A red storm');
  expect(ids).toHaveLength(77);
  expect(ids[0]).toBe(start);
  expect(ids.indexOf(end ?? -1)).toBeGreaterThan(2);
  expect(new Set(ids.slice(ids.indexOf(end ?? -1) + 1))).toEqual(new Set([pad]));
  expect(tokens('a RED storm')).toEqual(ids);
  expect(tokens('a red forest')).not.toEqual(ids);
  for (const long of ['sea '.repeat(200), '🌊'.repeat(500), 'x'.repeat(1000)]) {
    const cut = tokens(long);
    expect(cut).toHaveLength(77);
    expect(cut[0]).toBe(start);
    expect(cut.at(-1)).toBe(end);
  }
  // without a pad token the end token pads, as in the first Stable Diffusion
  expect(createTokens(tokenizer, {}, 77)('a').at(-1)).toBe(end);
});
