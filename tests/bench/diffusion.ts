/**
 * Cost of one diffusion image on this CPU, with random weights at the size of published models. Compares our engine
 * process, including the whole feedback loop, with the bare graphs, run one after another on fixed numbers, both here
 * and in Python if `DIFFUSION_PYTHON` names an interpreter with the same onnxruntime. `DIFFUSION_MODELS` selects models
 * (`sdxs,sd-turbo`); `DIFFUSION_FOLDER` keeps the generated files for the next run.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLog } from '../../modules/kit/log.ts';
import { installEngine } from '../../modules/worker/diffusion/engine.ts';
import { startEngine } from '../../modules/worker/diffusion/engine-process.ts';
import { readModelFolder } from '../../modules/worker/diffusion/model-folder.ts';
import { ENGINES_DATA_DIR } from '../engine.ts';
import { childrenOf } from '../faults/processes.ts';
import { FULL_SIZES, writeFullSize } from '../full-size/full-size-diffusion.ts';
import { processorMs } from './processor.ts';

/** One program's measurements from one run. */
interface Run {
  startMs: number;
  imageMs: number[];
  /** CPU time of all threads per image, which hardly depends on other load */
  processorMs: number;
  /** only for the bare programs */
  stages?: Record<'encode' | 'unet' | 'decode', number[]>;
  textMs?: number;
  peakMb: number;
}

const ROUNDS = Number(process.env.DIFFUSION_ROUNDS ?? 3);
const PICTURES = Number(process.env.DIFFUSION_PICTURES ?? 8);
/** Memory grows and caches fill during the first image. */
const WARM_IMAGES = 1;
const PYTHON = process.env.DIFFUSION_PYTHON;

const folder = process.env.DIFFUSION_FOLDER ?? (await mkdtemp(join(tmpdir(), 'reverie-full-size-')));
const engine = await installEngine(ENGINES_DATA_DIR, { cuda: false, report: console.log });
const names = (process.env.DIFFUSION_MODELS ?? 'sdxs').split(',') as (keyof typeof FULL_SIZES)[];
if (!PYTHON) console.log('diffusion: DIFFUSION_PYTHON is not set, so Python is left out');
for (const name of names) await measure(name);
if (!process.env.DIFFUSION_FOLDER) await rm(folder, { recursive: true });

async function measure(name: keyof typeof FULL_SIZES): Promise<void> {
  const model = join(folder, name);
  if (!existsSync(join(model, 'vae_decoder/model.onnx'))) await writeFullSize(model, FULL_SIZES[name]);
  const programs: Record<string, () => Run | Promise<Run>> = {
    ours: () => ours(model),
    bare: () => bare([process.execPath, join(import.meta.dirname, 'bare-onnx.ts'), engine], model),
    ...(PYTHON ? { python: () => bare([PYTHON, join(import.meta.dirname, 'bare-onnx.py')], model) } : {}),
  };
  const runs: Record<string, Run[]> = {};
  for (let round = 0; round < ROUNDS; round++) {
    for (const [program, run] of Object.entries(programs)) {
      runs[program] = [...(runs[program] ?? []), await run()];
    }
  }
  for (const [program, of] of Object.entries(runs))
    console.log(`${name} ${program}: ${reported(of, runs.bare ?? [])}`);
}

function reported(runs: Run[], base: Run[]): string {
  const wall = (of: Run[]) => median(of.flatMap(({ imageMs }) => imageMs));
  const worked = (of: Run[]) => median(of.map(({ processorMs }) => processorMs));
  const stage = (name: 'encode' | 'unet' | 'decode') =>
    `${name} ${median(runs.flatMap(({ stages }) => stages?.[name] ?? [])).toFixed(0)} ms`;
  return [
    `${wall(runs).toFixed(0)} ms a picture (${(1000 / wall(runs)).toFixed(2)} a second; ${(wall(runs) / wall(base)).toFixed(3)} × bare)`,
    `${worked(runs).toFixed(0)} ms of processor (${(worked(runs) / worked(base)).toFixed(3)} × bare)`,
    ...(runs[0]?.stages ? [stage('encode'), stage('unet'), stage('decode')] : []),
    ...(runs[0]?.textMs ? [`a prompt ${median(runs.map(({ textMs = 0 }) => textMs)).toFixed(0)} ms`] : []),
    `ready after ${(median(runs.map(({ startMs }) => startMs)) / 1000).toFixed(1)} s`,
    `at most ${median(runs.map(({ peakMb }) => peakMb)).toFixed(0)} MB`,
  ].join(', ');
}

async function ours(folder: string): Promise<Run> {
  const model = await readModelFolder('full-size', folder);
  let drawn: () => void = () => {};
  let fail: (reason: Error) => void = () => {};
  const began = performance.now();
  const child = await startEngine(
    { engine, model, devices: ['cpu'], log: createLog('warn') },
    {
      image: () => drawn(),
      fault: (message) => fail(new Error(message)),
      died: (how) => fail(new Error(how)),
    },
  );
  const startMs = performance.now() - began;
  const look = { ...model.look, similar: { threshold: 1, mostSkips: 0 } };
  child.order({ type: 'start', dream: 1, seed: 1, look });
  child.order({ type: 'prompt', dream: 1, id: 'one', text: 'a quiet sea' });
  const draw = () =>
    new Promise<void>((resolve, reject) => {
      [drawn, fail] = [resolve, reject];
      child.order({ type: 'draw', dream: 1 });
    });
  for (let i = 0; i < WARM_IMAGES; i++) await draw();
  const pid = childrenOf(process.pid).find(({ command }) => command.includes('engine-child'))?.pid ?? 0;
  const workedBefore = processorMs(pid);
  const imageMs: number[] = [];
  for (let i = 0; i < PICTURES; i++) {
    const before = performance.now();
    await draw();
    imageMs.push(performance.now() - before);
  }
  const worked = (processorMs(pid) - workedBefore) / PICTURES;
  const peakMb = peakOf(pid);
  await child.end();
  return { startMs, imageMs, processorMs: worked, peakMb };
}

function bare([program = '', ...args]: string[], model: string): Run {
  const { stdout, status } = spawnSync(program, [...args, model, String(WARM_IMAGES), String(PICTURES)], {
    stdio: ['ignore', 'pipe', 'inherit'],
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`${program} ended with exit code ${status}`);
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '');
}

function peakOf(pid: number): number {
  const [, kilobytes] = readFileSync(`/proc/${pid}/status`, 'utf8').match(/VmHWM:\s+(\d+)/) ?? [];
  return Number(kilobytes) / 1024;
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
