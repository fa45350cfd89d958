import { readFileSync } from 'node:fs';
import { totalmem } from 'node:os';
import { COMPILE_MB, SERVER_MB } from '../../modules/recordings/limits.ts';
import { type Finding, ok, warning } from '../kit/settings/finding.ts';

/** Files in which Linux keeps the memory limit of a container: control groups of version 2 and of version 1. */
const LIMITS = ['/sys/fs/cgroup/memory.max', '/sys/fs/cgroup/memory/memory.limit_in_bytes'];

/** Checks that recordings can be compiled beside the server. @param limits for tests */
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

/** Bytes; without a limit, or a file that says one, any number. */
function limitIn(file: string): number {
  try {
    return Number(readFileSync(file, 'utf8').trim().replace('max', 'Infinity'));
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}
