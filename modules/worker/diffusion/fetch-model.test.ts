import { existsSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type ModelHub, startModelHub } from '../../../tests/model-hub.ts';
import { writeTinyDiffusion } from '../../../tests/tiny-diffusion.ts';
import { download } from '../contract/model-files/download.ts';
import { PRESETS } from '../contract/presets.ts';
import { checkModel, findModel, type ModelConfig } from './fetch-model.ts';
import { readModelFolder } from './model-folder.ts';

let temp: string;
let hub: ModelHub;
let lines: string[];
beforeEach(async () => {
  temp = await mkdtemp(join(tmpdir(), 'reverie-hub-'));
  await writeTinyDiffusion(join(temp, 'repo'));
  hub = await startModelHub({ 'someone/tiny': join(temp, 'repo') });
  lines = [];
});
afterEach(async () => {
  await hub.close();
  await rm(temp, { recursive: true, force: true });
});

const settings = (own: Partial<ModelConfig>): ModelConfig => ({
  MODEL: 'someone/tiny',
  DATA_DIR: join(temp, 'data'),
  MODEL_BASE: hub.url,
  MODEL_LICENCE: 'accepted',
  ...own,
});
const find = (own: Partial<ModelConfig> = {}) =>
  findModel(settings(own), (text, share) => lines.push(`${share?.toFixed(2)} ${text}`));
const check = (own: Partial<ModelConfig> = {}) => checkModel(settings(own));
const filesOf = (pattern: RegExp) => hub.asked.filter((one) => pattern.test(one));

test('a model is downloaded once, with progress in bytes and percent, and then needs no hub', async () => {
  const folder = await find();
  expect(folder).toBe(join(temp, 'data/models/someone/tiny'));
  expect(await readModelFolder('tiny', folder)).toMatchObject({
    scaling: 1,
    schedule: { prediction: 'epsilon' },
  });
  for (const path of ['unet/model.onnx', 'tokenizer/tokenizer_config.json']) {
    expect(await readFile(join(folder, path))).toEqual(await readFile(join(temp, 'repo', path)));
  }
  expect(lines.at(-1)).toBe('1.00 Downloading the model someone/tiny: 100% (54 kB of 54 kB)');
  await hub.close();
  expect(await find()).toBe(folder);
});

test('a repository written by the official exporter is downloaded with its own tokenizer and all weights', async () => {
  const repo = join(temp, 'repo');
  const { model } = JSON.parse(await readFile(join(repo, 'tokenizer/tokenizer.json'), 'utf8'));
  await rm(join(repo, 'tokenizer/tokenizer.json'));
  await writeFile(join(repo, 'tokenizer/vocab.json'), JSON.stringify(model.vocab));
  await writeFile(join(repo, 'tokenizer/merges.txt'), '#version: 0.2\n');
  await writeFile(join(repo, 'unet/down_blocks.0.weight'), 'weights');
  await rename(join(repo, 'vae_decoder/model.onnx'), join(repo, 'vae_decoder/model_fp16.onnx'));
  const folder = await find();
  expect(await readFile(join(folder, 'unet/down_blocks.0.weight'), 'utf8')).toBe('weights');
  const { tokenizer, graphs } = await readModelFolder('tiny', folder);
  expect(tokenizer).toMatchObject({ model: { vocab: model.vocab } });
  expect(graphs.vae_decoder).toBe(join(folder, 'vae_decoder/model.onnx'));
  // a user's own folder is read in place
  expect((await readModelFolder('own', repo)).graphs.vae_decoder).toBe(
    join(repo, 'vae_decoder/model_fp16.onnx'),
  );
});

test('an interrupted download resumes where it stopped', async () => {
  hub.mood.partOf = (path) => join(temp, 'data/models/someone/tiny', `${path}.part`);
  hub.mood.breaksAfter = [1_500, 1_200];
  const folder = await find();
  expect(await readFile(join(folder, 'unet/model.onnx'))).toEqual(
    await readFile(join(temp, 'repo/unet/model.onnx')),
  );
  expect(filesOf(/bytes=1500-$/)).toHaveLength(1);
  expect(filesOf(/bytes=2700-$/)).toHaveLength(1);
});

test('files from an earlier start aren’t downloaded again, and a mirror without ranges starts over', async () => {
  const source = join(temp, 'repo/unet/model.onnx');
  const folder = join(temp, 'data/models/someone/tiny');
  await mkdir(join(folder, 'unet'), { recursive: true });
  hub.mood.breaksAfter = new Array(20).fill(0);
  const file = join(folder, 'unet/model.onnx');
  const { size } = await stat(source);
  const url = `${hub.url}/someone/tiny/resolve/main/unet/model.onnx`;
  const expected = { bytes: size, checksum: { kind: 'sha256', value: 'other' } } as const;
  await expect(download({ url, file, expected, onBytes: () => {}, waitMs: 1 })).rejects.toMatchObject({
    kind: 'unreachable',
    facts: { bytes: size, kept: expect.any(Number) },
  });
  hub.mood.breaksAfter = [2_000];
  hub.mood.wholeOnly = true;
  await find();
  expect(await readFile(file)).toEqual(await readFile(source));
});

test('bytes other than the hub promised are discarded and reported; the next start downloads them again', async () => {
  hub.mood.lies = 'unet/model.onnx';
  await expect(find()).rejects.toThrow(/unet\/model.onnx doesn’t match the model hub’s checksum/);
  const folder = join(temp, 'data/models/someone/tiny');
  expect(existsSync(join(folder, 'unet/model.onnx'))).toBe(false);
  expect(existsSync(join(folder, 'unet/model.onnx.part'))).toBe(false);
  hub.mood.lies = null;
  await find();
  expect(filesOf(/text_encoder\/model.onnx/)).toHaveLength(1);
});

test('a stalled download is aborted and resumed', async () => {
  hub.mood.stalls = 'unet/model.onnx';
  const source = join(temp, 'repo/unet/model.onnx');
  const { size } = await stat(source);
  const half = Math.floor(size / 2);
  const file = join(temp, 'unet.onnx');
  await expect(
    download({
      url: `${hub.url}/someone/tiny/resolve/main/unet/model.onnx`,
      file,
      expected: { bytes: size, checksum: { kind: 'sha256', value: '' } },
      onBytes: (bytes) => {
        if (bytes > half + half / 2 + half / 4) hub.mood.stalls = null;
      },
      stallMs: 100,
      waitMs: 1,
    }),
  ).rejects.toMatchObject({ kind: 'broken' });
  expect(filesOf(new RegExp(`bytes=${half}-$`))).toHaveLength(1);
});

test('nothing is downloaded before the licence is shown and accepted', async () => {
  await expect(find({ MODEL_LICENCE: undefined })).rejects.toThrow(
    /licence of someone\/tiny isn’t accepted.*MODEL_LICENCE=accepted/,
  );
  expect(filesOf(/resolve/)).toEqual([]);
});

test('a start reports what is wrong with a model before it downloads anything', async () => {
  await expect(check({ MODEL: 'sdsx' })).rejects.toThrow(/no model sdsx/);
  await expect(check({ MODEL_LICENCE: undefined })).rejects.toThrow(
    /licence of someone\/tiny isn’t accepted/,
  );
  const folder = join(temp, 'repo');
  await check({ MODEL: folder });
  await rm(join(folder, 'unet'), { recursive: true });
  await expect(check({ MODEL: folder })).rejects.toThrow(/lacks unet\/model.onnx/);
  expect(filesOf(/resolve/)).toEqual([]);
  // the server must start while the hub is unreachable; the worker keeps retrying
  await hub.close();
  await expect(find()).rejects.toThrow(
    /: no connection( \(\w+\))?\. On a machine without internet, set MODEL/,
  );
  await check();
});

test('a repository without a graph, and an unknown name, are reported with a reason', async () => {
  await rename(join(temp, 'repo/vae_encoder'), join(temp, 'repo/elsewhere'));
  await expect(find()).rejects.toThrow(/someone\/tiny on the model hub lacks vae_encoder\/model.onnx/);
  await expect(find({ MODEL: 'sdsx' })).rejects.toThrow(
    /no model sdsx. MODEL must be a preset \(sdxs, sdxs-int8, sd-turbo\), a folder, or owner\/name/,
  );
  await expect(find({ MODEL: 'nobody/nothing' })).rejects.toThrow(/model hub doesn’t have nobody\/nothing/);
});

test.each(Object.entries(PRESETS))(
  'the preset %s is assembled from its repositories',
  async (name, preset) => {
    const folderOf = (repo: string) => join(temp, 'repos', repo);
    for (const { repo, path, to } of preset.files) {
      const file = join(folderOf(repo), path);
      await mkdir(dirname(file), { recursive: true });
      await copyFile(join(temp, 'repo', to), file);
    }
    await hub.close();
    const repos = [...new Set(preset.files.map(({ repo }) => repo))];
    hub = await startModelHub(Object.fromEntries(repos.map((repo) => [repo, folderOf(repo)])));
    await expect(find({ MODEL: name, MODEL_LICENCE: undefined })).rejects.toThrow(preset.licence.url);
    const folder = await find({ MODEL: name });
    expect(await readModelFolder(name, folder)).toMatchObject({
      scaling: 1,
      tokenizerConfig: { pad_token: expect.any(String) },
    });
  },
);

test('two workers on one machine download a model once', async () => {
  const [one, two] = await Promise.all([find(), find()]);
  expect(one).toBe(two);
  expect(filesOf(/unet\/model.onnx/)).toHaveLength(1);
});
