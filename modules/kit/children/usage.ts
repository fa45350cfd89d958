import { readFileSync } from 'node:fs';

/** On every Linux that we support: 100 ticks a second, 4 KiB pages. */
const TICK_MS = 10;
const PAGE_BYTES = 4096;

/** Resources used by a process so far; 0 where the system doesn't report them. */
export function usageOf(pid: number | undefined): { processorMs: number; memoryBytes: number } {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The process name before this may contain spaces and parentheses.
    const fields = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const [user = 0, system = 0, pages = 0] = [fields[11], fields[12], fields[21]];
    return { processorMs: (user + system) * TICK_MS, memoryBytes: pages * PAGE_BYTES };
  } catch {
    return { processorMs: 0, memoryBytes: 0 };
  }
}
