import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { ENGINE_TIMEOUT_MS, faultyEngine } from '../../../tests/engine.ts';
import { FLOAT, int64s, modelProto, node, valueInfo } from '../../../tests/onnx-writer.ts';
import { writeTinyDiffusion } from '../../../tests/tiny-diffusion.ts';
import { until } from '../../../tests/wire/inbox.ts';
import { createLog } from '../../kit/log.ts';
import type { Engine, EngineEvents } from './core/engine-protocol.ts';
import { startEngine } from './engine-process.ts';
import { type ModelFiles, readModelFolder } from './model-folder.ts';

let temp: string;
let model: ModelFiles;
let faulty: string;
const running: Engine[] = [];
beforeAll(async () => {
  temp = await mkdtemp(join(tmpdir(), 'reverie-engine-'));
  await writeTinyDiffusion(join(temp, 'tiny'));
  model = await readModelFolder('tiny', join(temp, 'tiny'));
  faulty = await faultyEngine(join(temp, 'faulty'), FAULTS());
}, ENGINE_TIMEOUT_MS);
afterEach(async () => {
  for (const engine of running.splice(0)) await engine.end();
});
afterAll(() => rm(temp, { recursive: true, force: true }));

/** A driver that crashes its process, and a device that is lost once a file exists. */
const FAULTS = () => `
  if (options.executionProviders[0] === 'webgpu') process.kill(process.pid, 'SIGSEGV');
  const session = await ort.InferenceSession.create(path, options);
  const run = session.run.bind(session);
  session.run = async (feeds) => {
    if (require('node:fs').existsSync(${JSON.stringify(join(temp, 'lost'))})) throw new Error('Device lost: out of memory');
    return run(feeds);
  };
  return session;`;

const NOTHING: EngineEvents = { image: () => {}, fault: () => {}, died: () => {} };

async function start(devices: string[], events: Partial<EngineEvents> = {}) {
  const lines: string[] = [];
  const log = createLog('warn', (line) => lines.push(line));
  const engine = await startEngine({ engine: faulty, model, devices, log }, { ...NOTHING, ...events });
  running.push(engine);
  return { engine, lines };
}

test('a device whose driver crashes the process is skipped, and the next one is used', async () => {
  const { engine, lines } = await start(['webgpu', 'cpu']);
  expect(engine.loaded).toMatchObject({ device: 'cpu', width: 64, height: 64 });
  expect(lines.join('')).toMatch(/crashed while it loaded the model.*"device":"webgpu"/);
});

test('if every device crashes it, the operator is told how', async () => {
  await expect(start(['webgpu'])).rejects.toThrow(/exited with SIGSEGV while it loaded the model/);
});

test('a device that this build lacks is reported, and the next one is used', async () => {
  const { engine, lines } = await start(['coreml', 'cpu']);
  expect(engine.loaded.device).toBe('cpu');
  expect(lines.join('')).toMatch(/"device":"coreml","reason":"this build of ONNX Runtime has no coreml/);
});

test('a lost device ends the process, which says why', async () => {
  const deaths: string[] = [];
  const images: (string | null)[] = [];
  const { engine } = await start(['cpu'], {
    died: (how) => void deaths.push(how),
    image: ({ shown }) => void images.push(shown),
  });
  const look = {
    feedback: 0.5,
    wander: 0.06,
    guidance: 1,
    delta: 1,
    turn: 8,
    camera: { zoom: 0.004, pan: 0.003 },
    similar: { threshold: 1, mostSkips: 0 },
  };
  engine.order({ type: 'start', dream: 1, seed: 1, look });
  engine.order({ type: 'draw', dream: 1 });
  engine.order({ type: 'prompt', dream: 1, id: 'first', text: 'a quiet sea' });
  engine.order({ type: 'draw', dream: 7 });
  engine.order({ type: 'draw', dream: 1 });
  await until('a picture', () => images.length > 0);
  // nothing to generate before the prompt, and orders for another dream are ignored
  expect(images).toEqual(['first']);
  await writeFile(join(temp, 'lost'), '');
  engine.order({ type: 'draw', dream: 1 });
  await until('its death', () => deaths.length === 1);
  expect(deaths[0]).toMatch(/Device lost: out of memory/);
  await rm(join(temp, 'lost'));
});

test('a model that needs too much memory ends with ONNX Runtime’s error, and no device is lost', async () => {
  const folder = join(temp, 'greedy');
  await writeTinyDiffusion(folder);
  // 64 TiB in the middle of the decoder: more than any process can address
  const decoder = modelProto(
    [
      node('Expand', ['latent_sample', 'greed'], 'everything'),
      node('ReduceMean', ['everything'], 'little', { axes: [0, 1, 2, 3] }),
      node('Expand', ['little', 'size'], 'sample'),
    ],
    [int64s('greed', [2 ** 36, 4, 8, 8]), int64s('size', [1, 3, 64, 64])],
    [valueInfo('latent_sample', FLOAT, [1, 4, 8, 8])],
    [valueInfo('sample', FLOAT, [1, 3, 64, 64])],
  );
  await writeFile(join(folder, 'vae_decoder/model.onnx'), decoder);
  const greedy = await readModelFolder('greedy', folder);
  await expect(
    startEngine({ engine: faulty, model: greedy, devices: ['cpu'], log: createLog('error') }, NOTHING),
  ).rejects.toThrow(/vae_decoder: .*(allocat|memory|bad_alloc)/is);
});
