import { readFileSync } from 'node:fs';
import { totalmem } from 'node:os';
import { type Finding, ok, warning } from '../../modules/kit/settings/finding.ts';
import { formatBytes } from '../../modules/kit/texts/formats.ts';
import { m } from '../../modules/kit/texts/m.ts';
import { COMPILE_MB, SERVER_MB } from '../../modules/recordings/contract/limits.ts';

/** A container's memory limit on Linux, in cgroup v2 and v1. */
const LIMITS = ['/sys/fs/cgroup/memory.max', '/sys/fs/cgroup/memory/memory.limit_in_bytes'];

/** Checks that there is enough memory to compile recordings alongside the server. @param limits overridden by tests */
export async function diagnoseMemory(_: unknown, limits = LIMITS): Promise<Finding[]> {
  const megabytes = Math.floor(Math.min(totalmem(), ...limits.map(limitIn)) / 1e6);
  const needed = SERVER_MB + COMPILE_MB;
  return [
    megabytes >= needed
      ? ok(m.doctor_memory_ok({ size: formatBytes(megabytes * 1e6) }))
      : warning(
          m.doctor_memory_little({ size: formatBytes(megabytes * 1e6) }),
          m.doctor_memory_little_cure({ needed: formatBytes(needed * 1e6) }),
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
