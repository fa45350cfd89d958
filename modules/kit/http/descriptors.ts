import { closeSync, openSync, readdirSync, readFileSync } from 'node:fs';
import { devNull } from 'node:os';

/** Starting a thread or process takes about a dozen; a runtime that runs out then aborts the whole program. */
const TO_START = 24;

/** Maximum number of open files and connections of this process; null if unknown. */
export function descriptorLimit(): number | null {
  try {
    const [, limit] = readFileSync('/proc/self/limits', 'latin1').match(/^Max open files\s+(\d+)/m) ?? [];
    return limit === undefined ? null : Number(limit);
  } catch {
    return null;
  }
}

/** Number of open descriptors; null if unknown, for example when none are left to count them with. */
export function openDescriptors(): number | null {
  try {
    return readdirSync('/proc/self/fd').length;
  } catch {
    return null;
  }
}

/** Occupies `count` descriptors; null if there are fewer. */
export function holdDescriptors(count: number): { release(): void } | null {
  const held: number[] = [];
  const release = () => {
    for (const one of held.splice(0)) closeSync(one);
  };
  try {
    while (held.length < count) held.push(openSync(devNull, 'r'));
    return { release };
  } catch {
    release();
    return null;
  }
}

/** @throws Error if too few are left to start a thread or process */
export function requireDescriptors(): void {
  const held = holdDescriptors(TO_START);
  if (!held) throw Object.assign(new Error('no file descriptors are left'), { code: 'EMFILE' });
  held.release();
}
