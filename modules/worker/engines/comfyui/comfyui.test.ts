import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterEach, expect, test } from 'vitest';
import { COMFYUI_NODES } from '../../../../tests/engines/comfyui-nodes.ts';
import { startComfyuiPeer } from '../../../../tests/engines/comfyui-peer.ts';
import { dreamOn, openOn } from '../../../../tests/engines/engine-stage.ts';
import { until } from '../../../../tests/wire/inbox.ts';
import { openComfyConnection } from './comfy-connection.ts';
import { createComfyuiAdapter } from './comfyui.ts';
import { readBinary, readText } from './read-event.ts';
import { fillWorkflow, readWorkflow, type Workflow } from './workflow.ts';
import { withoutStyle } from './workflow-styles.ts';

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function open(mood: Parameters<typeof startComfyuiPeer>[0] = {}, workflow?: Workflow) {
  const peer = await startComfyuiPeer(mood);
  closing.push(peer.stop);
  const WORKFLOW = workflow && (await fileOf(workflow));
  const generator = await openOn(createComfyuiAdapter({ ENGINE_URL: peer.url, WORKFLOW }));
  closing.push(async () => generator.close?.());
  return { peer, generator };
}

async function fileOf(content: unknown): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'workflow-'));
  closing.push(() => rm(folder, { recursive: true }));
  const path = join(folder, 'workflow.json');
  await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}

const NOT_STORED =
  'ComfyUI couldn’t store an image. Check that its disk has free space and its temp folder is writable.';

const MAX_PIXEL_BYTES = 200;

/** Text only; its images are previews. */
const PREVIEWS: Workflow = {
  model: { class_type: 'CheckpointLoaderSimple', inputs: { ckpt_name: 'sd_turbo.safetensors' } },
  words: { class_type: 'CLIPTextEncode', inputs: { text: 'oil painting of {prompt}', clip: ['model', 1] } },
  draw: { class_type: 'KSampler', inputs: { seed: '{seed}', steps: 4, positive: ['words', 0] } },
};

test('the included workflow is fed its last image, and receipts arrive with their images', async () => {
  const { peer, generator } = await open({ faults: 0 });
  expect(generator).toMatchObject({ name: 'comfyui', version: '0.3.64 on cpu' });
  const dream = await dreamOn(generator);
  await dream.isReady();
  generator.prompt('one', 'a red "desert" {seed}');
  await dream.turnsInto('a red "desert" {seed}');
  generator.prompt('two', 'a deep sea');
  await dream.turnsInto('a deep sea');
  expect(dream.seen.shown.map(({ id }) => id)).toEqual(['one', 'two']);
  const [, first, second] = peer.runs;
  expect(first?.steps?.inputs.denoise).toBe(1);
  expect(second).toMatchObject({
    steps: { inputs: { denoise: 0.5 } },
    sample: { inputs: { noise_seed: 8 } },
    last_picture: { inputs: { image: expect.stringMatching(/^reverie-.*\.png \[temp\]$/) } },
    scaled: { inputs: { width: 576, height: 320 } },
  });
  generator.control?.('strength', 0.8);
  generator.control?.('negative', 'people');
  await until('it is turned', () => peer.runs.at(-1)?.steps?.inputs.denoise === 0.8);
  expect(peer.runs.at(-1)?.negative?.inputs.text).toBe('people');
});

test('while the camera is on, its newest frame is the picture of the workflow', async () => {
  const { peer, generator } = await open({ faults: 0 });
  expect(generator.controls?.find(({ kind }) => kind === 'video')).toMatchObject({ width: 576, height: 320 });
  const dream = await dreamOn(generator);
  await dream.isReady();
  generator.prompt('one', 'a red desert');
  await dream.receipt('one');
  const jpeg = await sharp({ create: { width: 576, height: 320, channels: 3, background: '#00ff00' } })
    .jpeg()
    .toBuffer();
  const uploaded = async () => {
    const newest = [...peer.uploads.values()].at(-1);
    const { channels } = await sharp(newest).stats();
    return channels.map(({ mean }) => Math.round(mean / 64));
  };
  generator.video?.('camera', { jpeg, at: Date.now() });
  await expect.poll(uploaded).toEqual([0, 4, 0]);
  generator.video?.('camera', null);
  await expect.poll(uploaded).not.toEqual([0, 4, 0]);
});

test('installed LoRAs can be chosen as styles, and have no effect until then', async () => {
  const { peer, generator } = await open({ faults: 0 });
  expect(generator.controls?.slice(-2)).toMatchObject([
    { name: 'style', choices: ['none', 'ink', 'paper/cut'], default: 'none' },
    { name: 'style_strength', min: 0, max: 1.5, default: 1 },
  ]);
  const dream = await dreamOn(generator);
  await dream.isReady();
  generator.prompt('one', 'a red desert');
  await dream.receipt('one');
  expect(peer.runs[1]).not.toHaveProperty('style');
  expect(peer.runs[1]).toMatchObject({
    prompt: { inputs: { clip: ['checkpoint', 1] } },
    steps: { inputs: { model: ['checkpoint', 0] } },
  });
  generator.control?.('style', 'paper/cut');
  generator.control?.('style_strength', 0.4);
  await until('the style is in', () => peer.runs.at(-1)?.style?.inputs.strength_clip === 0.4);
  expect(peer.runs.at(-1)).toMatchObject({
    style: { inputs: { lora_name: 'paper/cut.safetensors', model: ['checkpoint', 0], strength_model: 0.4 } },
    sample: { inputs: { model: ['style', 0] } },
  });
});

test('FLUX.2 klein is included: its workflow runs with a style, and the missing model is named without it', async () => {
  const peer = await startComfyuiPeer({ faults: 0 });
  closing.push(peer.stop);
  const generator = await openOn(createComfyuiAdapter({ ENGINE_URL: peer.url, WORKFLOW: 'klein' }));
  closing.push(async () => generator.close?.());
  expect(generator.controls?.map(({ name }) => name)).toEqual([
    ...['seed', 'picture', 'strength', 'zoom', 'pan', 'camera', 'style', 'style_strength'],
  ]);
  const dream = await dreamOn(generator, { controls: { style: 'ink' } });
  await dream.isReady();
  generator.prompt('one', 'a red desert');
  await dream.turnsInto('a red desert');
  expect(peer.runs[0]?.sample?.inputs.model).toEqual(['model', 0]);
  // Later images continue the last one.
  const continued = () => peer.runs.find(({ sample }) => sample?.inputs.denoise === 0.5);
  await until('an image that continues the last', () => continued() !== undefined);
  expect(continued()).toMatchObject({
    style: { inputs: { lora_name: 'ink.safetensors', strength_model: 1 } },
    sample: { inputs: { model: ['style', 0], denoise: 0.5, steps: 4, cfg: 1 } },
  });
  peer.lacks('flux-2-klein-4b.safetensors');
  const other = createComfyuiAdapter({ ENGINE_URL: peer.url, WORKFLOW: 'klein' });
  await expect(other.prepare(() => {}, new AbortController().signal)).rejects.toThrow(
    /unet_name: 'flux-2-klein-4b.safetensors' not in/,
  );
});

test('without a LoRA there is no style control', async () => {
  const { generator } = await open({ faults: 0, loras: [] });
  expect(generator.controls?.map(({ name }) => name)).not.toContain('style');
});

test('a custom workflow is used as is: previews as images, and only controls that it has slots for', async () => {
  const { peer, generator } = await open({ faults: 0, previewsOnly: true }, PREVIEWS);
  expect(generator.controls?.map(({ name }) => name)).toEqual(['seed']);
  const dream = await dreamOn(generator);
  await dream.isReady();
  generator.prompt('one', 'a red desert');
  await dream.turnsInto('oil painting of a red desert');
  await until('some runs', () => peer.runs.length > 3);
  const seeds = peer.runs.slice(1, 4).map((nodes) => nodes.draw?.inputs.seed);
  expect(seeds).toEqual([7, 8, 9]);
  expect(peer.uploads.size).toBe(0);
});

test('failed runs, lost images and a broken connection don’t end the dream', async () => {
  const { peer, generator } = await open({ faults: 0.08, seed: 2 });
  const dream = await dreamOn(generator);
  await dream.isReady();
  generator.prompt('one', 'a red desert');
  await until('faults of two kinds', () => new Set(peer.faults).size >= 2 || dream.seen.errors.length > 0);
  await dream.turnsInto('a red desert');
  expect(dream.seen.errors).toEqual([]);
  expect(dream.seen.shown.map(({ id }) => id)).toEqual(['one']);
});

test('a workflow whose images don’t differ is reported at the start, and its last image stays', async () => {
  const still: Workflow = {
    ...PREVIEWS,
    draw: { class_type: 'KSampler', inputs: { seed: 5, steps: 4, positive: ['words', 0] } },
  };
  const peer = await startComfyuiPeer({ faults: 0, previewsOnly: true });
  closing.push(peer.stop);
  const adapter = createComfyuiAdapter({ ENGINE_URL: peer.url, WORKFLOW: await fileOf(still) });
  const { remark } = await adapter.prepare(() => {}, new AbortController().signal);
  expect(remark).toMatch(/neither \{seed\} nor \{picture\}.*a single image/);
  const generator = await openOn(adapter);
  const dream = await dreamOn(generator);
  await dream.isReady();
  generator.prompt('one', 'a red desert');
  await dream.turnsInto('oil painting of a red desert');
  await until('it is said', () => dream.seen.words.some((text) => text.startsWith('Nothing has changed')));
  expect(peer.runs.length).toBeLessThan(8);
  // a new prompt changes the image, while one with the same words only gets its receipt
  generator.prompt('two', 'a deep sea');
  await dream.turnsInto('oil painting of a deep sea');
  generator.prompt('three', 'a deep sea');
  await dream.receipt('three');
  expect(dream.seen.errors).toEqual([]);
  await generator.stop();
});

test('people who wait see how many are ahead, and an abandoned run keeps its place', async () => {
  const { peer, generator } = await open({ faults: 0 });
  const dream = await dreamOn(generator);
  await dream.isReady();
  peer.others(3, 1_500);
  generator.prompt('one', 'a red desert');
  await until('how many', () => dream.seen.words.includes('3 other runs are ahead at this ComfyUI'));
  peer.cut();
  await dream.turnsInto('a red desert');
  const [first, again] = peer.numbers.slice(1);
  expect(first).toBeUndefined();
  expect(again).toBe(4);
  expect(dream.seen.errors).toEqual([]);
});

test('a full disk is reported, and no image of a dream stays at ComfyUI after it', async () => {
  const { peer, generator } = await open({ faults: 0 });
  const dream = await dreamOn(generator);
  await dream.isReady();
  generator.prompt('one', 'a red desert');
  await dream.receipt('one');
  peer.falls('full');
  await until('the reason', () => dream.seen.words.includes(`${NOT_STORED} Trying again.`));
  peer.falls('none');
  generator.prompt('two', 'a deep sea');
  await dream.turnsInto('a deep sea');
  await generator.stop();
  expect([...peer.uploads.values()].filter(({ length }) => length > MAX_PIXEL_BYTES)).toEqual([]);
  expect(dream.seen.errors).toEqual([]);
});

test('runs whose answers are cut off don’t stay in the queue', async () => {
  const { peer, generator } = await open({ faults: 0 });
  const dream = await dreamOn(generator);
  await dream.isReady();
  peer.others(1, 1_000);
  peer.falls('half');
  generator.prompt('one', 'a red desert');
  await until('all are taken out', () => new Set(peer.removed).size >= 3);
  peer.falls('none');
  await dream.turnsInto('a red desert');
  expect(dream.seen.errors).toEqual([]);
});

test('a run is interrupted when the dream ends, and full memory is reported', async () => {
  const { peer, generator } = await open({ faults: 0 });
  const dream = await dreamOn(generator);
  await dream.isReady();
  peer.falls('wedged');
  generator.prompt('one', 'a red desert');
  await until('it is asked', () => peer.calls.filter((call) => call === 'POST /prompt').length === 2);
  await generator.stop();
  expect(peer.calls).toContain('POST /interrupt');
  peer.falls('memory');
  const again = await dreamOn(generator);
  await again.isReady();
  generator.prompt('one', 'a red desert');
  await until('the end', () => again.seen.errors.length > 0);
  expect(again.seen.errors).toEqual(['ComfyUI is out of memory. A smaller model or image would fit.']);
});

test('a run that loads a model in silence counts as alive for as long as the queue lists it', async () => {
  const peer = await startComfyuiPeer({ faults: 0 });
  closing.push(peer.stop);
  let moves = 0;
  const connection = await openComfyConnection({
    url: peer.url,
    sending: [],
    signal: new AbortController().signal,
    moved: () => moves++,
    lookMs: 20,
  });
  closing.push(connection.close);
  peer.falls('loading');
  const drawn = connection.run(fillWorkflow(PREVIEWS, SLOTS), { number: null });
  await until('it is looked up', () => moves > 10);
  peer.falls('none');
  expect(await drawn).not.toBeNull();
  // A run that the queue has lost isn't.
  peer.falls('wedged');
  const lost = connection.run(fillWorkflow(PREVIEWS, { ...SLOTS, seed: 2 }), { number: null });
  lost.catch(() => {});
  const looks = () => peer.calls.filter((call) => call === 'GET /queue').length;
  const before = looks();
  await until('it is looked up', () => looks() > before + 3);
  const after = moves;
  await until('it is looked up again', () => looks() > before + 6);
  expect(moves).toBe(after);
});

test('a missing checkpoint and invalid workflow files end the start with a reason', async () => {
  const peer = await startComfyuiPeer();
  closing.push(peer.stop);
  const start = async (content: unknown) =>
    openOn(createComfyuiAdapter({ ENGINE_URL: peer.url, WORKFLOW: await fileOf(content) }));
  const other = {
    ...PREVIEWS,
    model: { class_type: 'CheckpointLoaderSimple', inputs: { ckpt_name: 'no.ckpt' } },
  };
  await expect(start(other)).rejects.toThrow(/ckpt_name: 'no.ckpt' not in \['sd_turbo.safetensors'\]/);
  await expect(start({ ...PREVIEWS, up: { class_type: 'MissingUpscaler', inputs: {} } })).rejects.toThrow(
    'The workflow uses the node MissingUpscaler, which this ComfyUI doesn’t have. Install the custom node that provides it.',
  );
  await expect(start('{')).rejects.toThrow(/isn’t valid JSON/);
  await expect(start({ nodes: [], links: [] })).rejects.toThrow(
    /isn’t in ComfyUI’s API format.*Export \(API\)/,
  );
  await expect(start({ draw: { class_type: 'KSampler', inputs: {} } })).rejects.toThrow(
    /no slot for the prompt/,
  );
});

const SLOTS = {
  prompt: '{negative}',
  negative: 'no',
  picture: 'p.png',
  seed: 5,
  width: 8,
  height: 6,
  strength: 0.5,
  style: 'ink.safetensors',
  style_strength: 1,
};

test.each([undefined, 'klein'])('workflow %s: its nodes are those of a real ComfyUI', async (name) => {
  const all = await readWorkflow(name);
  for (const nodes of [all, withoutStyle(all)].map((each) => fillWorkflow(each, SLOTS)))
    for (const [id, node] of Object.entries(nodes)) expect([id, faultsOf(node, nodes)]).toEqual([id, []]);
});

/** Inputs that its class doesn't have, lacks, or takes in another type. */
function faultsOf({ class_type, inputs }: Workflow[string], nodes: Workflow): string[] {
  const takes: Record<string, string | string[]> = COMFYUI_NODES[class_type]?.takes ?? {};
  const given = Object.entries(inputs).filter(([name, value]) => {
    const type = takes[name] ?? takes[`${name}?`];
    if (Array.isArray(value)) {
      const from = nodes[String(value[0])]?.class_type ?? '';
      return COMFYUI_NODES[from]?.gives[Number(value[1])] !== type;
    }
    if (Array.isArray(type)) return !type.includes(String(value));
    if (type === 'INT') return !Number.isInteger(value);
    if (type === 'BOOLEAN') return typeof value !== 'boolean';
    return typeof value !== (type === 'FLOAT' ? 'number' : type ? 'string' : '');
  });
  const missing = Object.keys(takes).filter((name) => !name.endsWith('?') && !Object.hasOwn(inputs, name));
  return [...given.map(([name]) => name), ...missing];
}

test('slot values aren’t searched for slots again', async () => {
  const filled = fillWorkflow(await readWorkflow(undefined), SLOTS);
  expect(filled.prompt?.inputs.text).toBe('{negative}');
  expect(filled.sample?.inputs.noise_seed).toBe(5);
  expect(filled.sample?.inputs.positive).toEqual(['prompt', 0]);
});

test('unreadable messages are ignored', () => {
  for (const text of ['', '[]', '{"type":3}', '{"type":"progress_state","data":{}}'])
    expect(readText(text)).toBeNull();
  for (const bytes of [[], [0, 0, 0, 1], [0, 0, 0, 3, 0, 0, 0, 1, 65], [0, 0, 0, 4, 0, 0, 255, 255, 1]])
    expect(readBinary(Uint8Array.from(bytes))).toBeNull();
  expect(readBinary(Uint8Array.from([0, 0, 0, 1, 0, 0, 0, 2, 9]))).toEqual({
    type: 'image',
    node: null,
    bytes: Uint8Array.from([9]),
  });
});
