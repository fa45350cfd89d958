/**
 * Process that compiles one tape: `compile-child.ts <tape folder> <output folder>`. The first line on stdin is the
 * files' marks as JSON. It's a separate process because codecs can crash and take up all processor time.
 */
import { readdirSync, writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { createInterface } from 'node:readline';
import { liveWithInput } from '../../kit/children/in-child.ts';
import { isDiskFault } from '../../kit/storage/disk-fault.ts';
import { isDiskFull } from '../../kit/storage/disk-full.ts';
import type { FileMarks } from '../marks/write-marks.ts';
import type { CompileMessage } from './compile-protocol.ts';

/** Live streams get the processor first. */
const LOW_PRIORITY = 15;
const PROGRESS_INTERVAL_MS = 500;

liveWithInput();
const given = new Promise<string>((resolve) =>
  createInterface({ input: process.stdin }).once('line', resolve),
);
lowerPriorities();
const { encodeTape } = await import('./encode-tape.ts');
const { BrokenFile } = await import('./check-files.ts');
const [tapeDir, outDir] = process.argv.slice(2);
if (tapeDir === undefined || outDir === undefined)
  throw new Error('the tape folder and output folder are missing');
try {
  say({
    type: 'done',
    outcome: await encodeTape(tapeDir, outDir, createProgressReport(), await readMarks()),
  });
} catch (error) {
  if (isDiskFull(error)) say({ type: 'hindered', why: 'the disk has no space for the video' });
  else if (isDiskFault(error)) say({ type: 'hindered', why: `the disk failed: ${(error as Error).message}` });
  else if (error instanceof BrokenFile) say({ type: 'broken', why: error.message });
  else throw error;
}
process.exit();

/** Trusted: our own server writes it. */
async function readMarks(): Promise<FileMarks | null> {
  return JSON.parse(await given);
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

function createProgressReport(): (progress: number) => void {
  let last = 0;
  return (progress) => {
    const now = performance.now();
    if (now - last < PROGRESS_INTERVAL_MS) return;
    last = now;
    say({ type: 'progress', progress });
  };
}

function say(message: CompileMessage): void {
  writeFileSync(process.stdout.fd, `${JSON.stringify(message)}\n`);
}
