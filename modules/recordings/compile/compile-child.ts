/**
 * The process that compiles one tape: `compile-child.ts <tape folder> <output folder>`, with the marks of its files, as
 * JSON, in the first line of its input. Codecs may crash and
 * they take the processor for as long as they run, so neither may happen in the server.
 */
import { readdirSync, writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { createInterface } from 'node:readline';
import { liveWithInput } from '../../../src/kit/children/in-child.ts';
import { isDiskFault } from '../../../src/kit/storage/disk-fault.ts';
import { isOutOfRoom } from '../../../src/kit/storage/out-of-room.ts';
import type { FileMarks } from '../marks/write-marks.ts';
import type { CompileMessage } from './compile-protocol.ts';

/** Live pictures come first whenever they want the processor. */
const LOW_PRIORITY = 15;
const PROGRESS_INTERVAL_MS = 500;

liveWithInput();
const given = new Promise<string>((resolve) =>
  createInterface({ input: process.stdin }).once('line', resolve),
);
stepBack();
const { encodeTape } = await import('./encode-tape.ts');
const { BrokenFile } = await import('./check-files.ts');
const [tapeDir, outDir] = process.argv.slice(2);
if (tapeDir === undefined || outDir === undefined)
  throw new Error('tape folder and output folder are missing');
try {
  say({
    type: 'done',
    outcome: await encodeTape(tapeDir, outDir, createProgressReport(), await readMarks()),
  });
} catch (error) {
  if (isOutOfRoom(error)) say({ type: 'hindered', why: 'the disk has no room for the video' });
  else if (isDiskFault(error)) say({ type: 'hindered', why: `the disk failed: ${(error as Error).message}` });
  else if (error instanceof BrokenFile) say({ type: 'broken', why: error.message });
  else throw error;
}
process.exit();

/** Given by our own server. */
async function readMarks(): Promise<FileMarks | null> {
  return JSON.parse(await given);
}

/**
 * Linux keeps the priority for each thread, and new ones take over their maker's: so all that the runtime
 * has started are lowered now, before the codecs start theirs. Elsewhere one call does it.
 */
function stepBack(): void {
  lowerPriority(0);
  if (process.platform !== 'linux') return;
  const lowered = new Set<string>();
  // Until none is new: one that was not lowered yet may have started another meanwhile.
  for (let before = -1; before < lowered.size; ) {
    before = lowered.size;
    for (const thread of readdirSync('/proc/self/task')) {
      if (lowered.has(thread)) continue;
      lowerPriority(Number(thread));
      lowered.add(thread);
    }
  }
  try {
    // When memory runs out, this process is the one to lose.
    writeFileSync('/proc/self/oom_score_adj', '800');
  } catch {
    // A hardened container may refuse; the compile works all the same.
  }
}

function lowerPriority(thread: number): void {
  try {
    setPriority(thread, LOW_PRIORITY);
  } catch {
    // A thread that has just ended, or a system that refuses: not worth a recording.
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
