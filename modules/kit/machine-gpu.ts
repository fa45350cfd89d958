import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { childEnv } from './children/child-options.ts';

export interface MachineGpu {
  name: string;
  memoryMb: number;
}

const TIMEOUT_MS = 3_000;
const CARDS = '/sys/class/drm';

let found: Promise<MachineGpu | null> | null = null;

/** The GPU with the most memory, detected once (NVIDIA via its driver, AMD via sysfs); null if there is none. */
export function findMachineGpu(): Promise<MachineGpu | null> {
  found ??= Promise.all([nvidia(), amd()]).then(
    (all) => all.flat().sort((one, other) => other.memoryMb - one.memoryMb)[0] ?? null,
  );
  return found;
}

function nvidia(): Promise<MachineGpu[]> {
  const asked = ['--query-gpu=name,memory.total', '--format=csv,noheader,nounits'];
  return new Promise((resolve) =>
    execFile('nvidia-smi', asked, { timeout: TIMEOUT_MS, env: childEnv() }, (error, out) =>
      resolve(error ? [] : readNvidia(out)),
    ),
  );
}

/** Parses lines such as `NVIDIA GeForce RTX 4090, 24564`. */
export const readNvidia = (out: string): MachineGpu[] =>
  out.split('\n').flatMap((line) => {
    const [, name = '', memory] = line.match(/^(.+),\s*(\d+)\s*$/) ?? [];
    return memory ? [{ name: name.trim(), memoryMb: Number(memory) }] : [];
  });

async function amd(): Promise<MachineGpu[]> {
  const cards = (await readdir(CARDS).catch(() => [])).filter((name) => /^card\d+$/.test(name));
  const sizes = await Promise.all(
    cards.map((card) =>
      readFile(join(CARDS, card, 'device/mem_info_vram_total'), 'utf8').then(Number, () => 0),
    ),
  );
  return sizes
    .filter((bytes) => bytes > 0)
    .map((bytes) => ({ name: 'AMD GPU', memoryMb: bytes / 1024 / 1024 }));
}
