/**
 * Cost of one image on this machine's devices, as rows for the table in the worker's README: random weights at the size
 * of published models, run by the engine process with the whole feedback loop. Started by `gpu.sh`.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pictureRate } from '../../modules/kit/shared/picture-rate.ts';
import { within } from '../../modules/kit/within.ts';
import { startEngine } from '../../modules/worker/diffusion/engine-process.ts';
import { readModelFolder } from '../../modules/worker/diffusion/model-folder.ts';
import { FULL_SIZES, writeFullSize } from '../full-size/full-size-diffusion.ts';

const folder = process.argv[2] ?? '.';
const MODELS = (process.env.GPU_MODELS ?? 'sdxs,sd-turbo').split(',') as (keyof typeof FULL_SIZES)[];
const DEVICES = (process.env.GPU_DEVICES ?? 'webgpu,cuda').split(',');
const ENDS_AT = performance.now() + Number(process.env.GPU_SECONDS ?? 540) * 1000 - 70_000;
const PICTURES = 60;
const DRAWS_FOR_MS = 20_000;
/** Too little time left for another measurement. */
const LEAST_MS = 40_000;

interface Row {
  model: string;
  device: string;
  readySeconds: number;
  firstMs: number;
  imageMs: number;
  /** with the next image always asked for in advance: the engine's own time, without the way to and from its process */
  aheadMs: number;
  hostMb: number;
  gpuMb: number | null;
}

const rows: Row[] = [];
const undone: string[] = [];
for (const model of MODELS) await measureModel(model);
print();

async function measureModel(model: keyof typeof FULL_SIZES): Promise<void> {
  if (ENDS_AT - performance.now() < LEAST_MS) return void undone.push(`${model}: no time was left`);
  const place = join(folder, model);
  // GPUs use float16, the CPU float32
  await writeFullSize(place, FULL_SIZES[model], !DEVICES.includes('cpu'));
  for (const device of DEVICES) {
    const left = ENDS_AT - performance.now();
    if (left < LEAST_MS) {
      undone.push(`${model} on ${device}: no time was left`);
      continue;
    }
    const late = () => new Error('it was not done in time');
    await within(measure(model, place, device), left, late).then(
      (row) => void rows.push(row),
      (error: Error) => void undone.push(`${model} on ${device}: ${error.message.slice(0, 400)}`),
    );
  }
  await rm(place, { recursive: true });
}

async function measure(name: string, place: string, device: string): Promise<Row> {
  const engine = device === 'cuda' ? process.env.CUDA_ENGINE : join(folder, 'engine');
  if (!engine || !existsSync(engine))
    throw new Error('CUDA’s part of ONNX Runtime is not here; CUDA_ENGINE names a folder with it');
  const model = await readModelFolder(name, place);
  let drawn = () => {};
  let fail = (_: Error) => {};
  const before = gpuMb();
  const began = performance.now();
  const child = await startEngine(
    {
      engine,
      model,
      devices: [device],
      log: { debug() {}, info() {}, warn: console.error, error: console.error },
    },
    {
      image: () => drawn(),
      fault: (message) => fail(new Error(message)),
      died: (how) => fail(new Error(how)),
    },
  );
  const readySeconds = (performance.now() - began) / 1000;
  child.order({
    type: 'start',
    dream: 1,
    seed: 1,
    look: { ...model.look, similar: { threshold: 1, mostSkips: 0 } },
  });
  child.order({ type: 'prompt', dream: 1, id: 'one', text: 'a quiet sea' });
  const draw = async () => {
    const asked = performance.now();
    await new Promise<void>((resolve, reject) => {
      [drawn, fail] = [resolve, reject];
      child.order({ type: 'draw', dream: 1 });
    });
    return performance.now() - asked;
  };
  const firstMs = await draw();
  const took: number[] = [];
  for (const until = performance.now() + DRAWS_FOR_MS; took.length < PICTURES && performance.now() < until; )
    took.push(await draw());
  const aheadMs = await drawAhead();
  const after = gpuMb();
  const hostMb = hostPeakMb();
  await child.end();
  const imageMs = took.length > 0 ? median(took) : firstMs;
  const used = before === null || after === null ? null : after - before;
  return { model: name, device, readySeconds, firstMs, imageMs, aheadMs, hostMb, gpuMb: used };

  /** @returns the usual time from one image to the next */
  function drawAhead(): Promise<number> {
    const order = () => child.order({ type: 'draw', dream: 1 });
    return new Promise((resolve, reject) => {
      const endsAt = performance.now() + DRAWS_FOR_MS / 2;
      const apart: number[] = [];
      let last: number | null = null;
      fail = reject;
      drawn = () => {
        const now = performance.now();
        if (last !== null) apart.push(now - last);
        last = now;
        if (apart.length === PICTURES || now > endsAt) resolve(median(apart));
        else order();
      };
      order();
      order();
    });
  }
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

/** GPU memory used by all programs together. */
function gpuMb(): number | null {
  const { stdout, status } = spawnSync(
    'nvidia-smi',
    ['--query-gpu=memory.used', '--format=csv,noheader,nounits'],
    {
      encoding: 'utf8',
    },
  );
  return status === 0 ? Number(stdout.trim().split('\n')[0]) : null;
}

/** Peak memory of the engine process, our only child. */
function hostPeakMb(): number {
  const peaks = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const status = readFileSync(`/proc/${pid}/status`, 'utf8');
        const isOurs = new RegExp(`^PPid:\\s+${process.pid}$`, 'm').test(status);
        return isOurs ? [Number(status.match(/VmHWM:\s+(\d+)/)?.[1] ?? 0) / 1024] : [];
      } catch {
        return [];
      }
    });
  return Math.max(0, ...peaks);
}

function print(): void {
  console.log(
    '\n| Model, random weights, 576 × 320 | Device | Pictures a second | … asked ahead | First picture | Ready after | Memory of the GPU | … of the process |',
  );
  console.log('| --- | --- | --- | --- | --- | --- | --- | --- |');
  for (const { model, device, imageMs, aheadMs, firstMs, readySeconds, gpuMb: gpu, hostMb } of rows) {
    const memory = gpu === null ? 'not known' : `${Math.round(gpu)} MB`;
    console.log(
      `| ${model} | ${device} | ${pictureRate(1000 / imageMs)} | ${pictureRate(1000 / aheadMs)} | ${Math.round(firstMs)} ms | ${readySeconds.toFixed(1)} s | ${memory} | ${Math.round(hostMb)} MB |`,
    );
  }
  for (const one of undone) console.log(`\nNot measured: ${one}`);
}
