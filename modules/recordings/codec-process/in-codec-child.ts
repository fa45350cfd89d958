import { readdirSync, writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { createInterface } from 'node:readline';
import { liveWithInput } from '../../kit/children/in-child.ts';

/** Live streams get the processor first. */
const LOW_PRIORITY = 15;
const PROGRESS_INTERVAL_MS = 500;

/**
 * Call first, and import codecs afterwards. Lowers the process's priority. @returns the JSON on the first line of its
 * input, which is trusted because our own server writes it
 */
export function startCodecChild(): Promise<unknown> {
  liveWithInput();
  const given = new Promise<string>((resolve) =>
    createInterface({ input: process.stdin }).once('line', resolve),
  );
  lowerPriorities();
  return given.then(JSON.parse);
}

/** Limits progress reports to two a second. */
export function throttled(report: (progress: number) => void): (progress: number) => void {
  let last = 0;
  return (progress) => {
    const now = performance.now();
    if (now - last < PROGRESS_INTERVAL_MS) return;
    last = now;
    report(progress);
  };
}

/**
 * Linux sets priority per thread, and new threads inherit it. Lower every thread that the runtime has started before
 * the codecs start theirs. Other systems need only one call.
 */
function lowerPriorities(): void {
  lowerPriority(0);
  if (process.platform !== 'linux') return;
  const lowered = new Set<string>();
  // Repeat until no new threads appear: a thread may have started another before it was lowered.
  for (let before = -1; before < lowered.size; ) {
    before = lowered.size;
    for (const thread of readdirSync('/proc/self/task')) {
      if (lowered.has(thread)) continue;
      lowerPriority(Number(thread));
      lowered.add(thread);
    }
  }
  try {
    // If memory runs out, the kernel should kill this process first.
    writeFileSync('/proc/self/oom_score_adj', '800');
  } catch {
    // A hardened container may forbid this; compiling still works.
  }
}

function lowerPriority(thread: number): void {
  try {
    setPriority(thread, LOW_PRIORITY);
  } catch {
    // The thread has just ended or the system forbids it. Not worth failing a recording.
  }
}
