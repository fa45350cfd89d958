import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createLog } from '../../../../../src/kit/log.ts';
import { ENGINE_WITHIN_MS, ENGINES_DATA_DIR } from '../../../../../tests/engine.ts';
import { writeTinyDiffusion } from '../../../../../tests/tiny-diffusion.ts';
import { until } from '../../../../../tests/wire/inbox.ts';
import type { Engine, EngineEvents } from './core/engine-protocol.ts';
import { installEngine } from './engine.ts';
import { startEngine } from './engine-process.ts';
import { type ModelFiles, readModelFolder } from './model-folder.ts';

let home: string;
let model: ModelFiles;
let faulty: string;
const running: Engine[] = [];
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'reverie-engine-'));
  await writeTinyDiffusion(join(home, 'tiny'));
  model = await readModelFolder('tiny', join(home, 'tiny'));
  faulty = await faultyEngine();
}, ENGINE_WITHIN_MS);
afterEach(async () => {
  for (const engine of running.splice(0)) await engine.end();
});
afterAll(() => rm(home, { recursive: true, force: true }));

/** The real engine behind a driver that takes the process along, and a device that is lost when a file says so. */
async function faultyEngine(): Promise<string> {
  const real = await installEngine(ENGINES_DATA_DIR, { cuda: false, tell: () => {} });
  const folder = join(home, 'faulty');
  await mkdir(join(folder, 'node_modules/onnxruntime-node'), { recursive: true });
  await writeFile(join(folder, 'package.json'), '{}');
  await writeFile(
    join(folder, 'node_modules/onnxruntime-node/index.js'),
    `const ort = require(${JSON.stringify(join(real, 'node_modules/onnxruntime-node'))});
    const lost = ${JSON.stringify(join(home, 'lost'))};
    module.exports = { ...ort, InferenceSession: { async create(path, options) {
      if (options.executionProviders[0] === 'webgpu') process.kill(process.pid, 'SIGSEGV');
      const session = await ort.InferenceSession.create(path, options);
      const run = session.run.bind(session);
      session.run = async (feeds) => {
        if (require('node:fs').existsSync(lost)) throw new Error('Device lost: out of memory');
        return run(feeds);
      };
      return session;
    } } };`,
  );
  return folder;
}

async function start(devices: string[], events: Partial<EngineEvents> = {}) {
  const lines: string[] = [];
  const log = createLog('warn', (line) => lines.push(line));
  const nothing = { picture: () => {}, fault: () => {}, died: () => {} };
  const engine = await startEngine({ engine: faulty, model, devices, log }, { ...nothing, ...events });
  running.push(engine);
  return { engine, lines };
}

test('a device whose driver takes the process along is left out, and the next one draws', async () => {
  const { engine, lines } = await start(['webgpu', 'cpu']);
  expect(engine.loaded).toMatchObject({ device: 'cpu', width: 64, height: 64 });
  expect(lines.join('')).toMatch(/crashed while it loaded the model.*"device":"webgpu"/);
});

test('when every device takes it along, the operator is told how', async () => {
  await expect(start(['webgpu'])).rejects.toThrow(/ended with SIGSEGV while it loaded the model/);
});

test('a device that this build does not have is told, and the next one draws', async () => {
  const { engine, lines } = await start(['coreml', 'cpu']);
  expect(engine.loaded.device).toBe('cpu');
  expect(lines.join('')).toMatch(/"device":"coreml","reason":"this build of ONNX Runtime has no coreml/);
});

test('a lost device ends the process, which says why', async () => {
  const deaths: string[] = [];
  const pictures: (string | null)[] = [];
  const { engine } = await start(['cpu'], {
    died: (how) => void deaths.push(how),
    picture: ({ shown }) => void pictures.push(shown),
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
  await until('a picture', () => pictures.length > 0);
  // before the prompt there was nothing to draw, and another dream's order is none
  expect(pictures).toEqual(['first']);
  await writeFile(join(home, 'lost'), '');
  engine.order({ type: 'draw', dream: 1 });
  await until('its death', () => deaths.length === 1);
  expect(deaths[0]).toMatch(/Device lost: out of memory/);
  await rm(join(home, 'lost'));
});
