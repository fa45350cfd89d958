import { closeSync, openSync, readdirSync, readFileSync } from 'node:fs';
import { devNull } from 'node:os';

/** A thread or a process takes a dozen to start; a runtime that finds none then ends the whole program. */
const TO_START = 24;

/** Files and connections that this process may have open; null where the system does not show it. */
export function descriptorLimit(): number | null {
  try {
    const [, limit] = readFileSync('/proc/self/limits', 'latin1').match(/^Max open files\s+(\d+)/m) ?? [];
    return limit === undefined ? null : Number(limit);
  } catch {
    return null;
  }
}

/** Files that it has open; null where that can't be seen, as without any left. */
export function openDescriptors(): number | null {
  try {
    return readdirSync('/proc/self/fd').length;
  } catch {
    return null;
  }
}

/** Holds so many descriptors, or none where there are fewer left. */
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

/** @throws Error when too few are left to start a thread or a process */
export function requireDescriptors(): void {
  const held = holdDescriptors(TO_START);
  if (!held) throw Object.assign(new Error('no file descriptors are left'), { code: 'EMFILE' });
  held.release();
}
