import { readFileSync } from 'node:fs';
import { totalmem } from 'node:os';
import { type Finding, ok, warning } from '../../modules/kit/settings/finding.ts';
import { COMPILE_MB, SERVER_MB } from '../../modules/recordings/contract/limits.ts';

/** A container's memory limit on Linux, in cgroup v2 and v1. */
const LIMITS = ['/sys/fs/cgroup/memory.max', '/sys/fs/cgroup/memory/memory.limit_in_bytes'];

/** Checks that there is enough memory to compile recordings alongside the server. @param limits overridden by tests */
export async function diagnoseMemory(_: unknown, limits = LIMITS): Promise<Finding[]> {
  const megabytes = Math.floor(Math.min(totalmem(), ...limits.map(limitIn)) / 1e6);
  const needed = SERVER_MB + COMPILE_MB;
  return [
    megabytes >= needed
      ? ok(`${megabytes} MB of memory`)
      : warning(
          `${megabytes} MB of memory: the system kills what compiles recordings`,
          `Give it ${needed} MB or more; until then videos wait, and are tried again.`,
        ),
  ];
}

/** In bytes; infinite if the file is missing or sets no limit. */
function limitIn(file: string): number {
  try {
    return Number(readFileSync(file, 'utf8').trim().replace('max', 'Infinity'));
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}
