import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { childOptions } from '../../../src/kit/children/child-options.ts';
import { COMPILE_MB } from '../limits.ts';
import type { FileMarks } from '../marks/write-marks.ts';
import { scanTape } from '../tape/read-tape.ts';
import { type CompileOutcome, readCompileMessage } from './compile-protocol.ts';
import { videoLength } from './timeline.ts';

/** A compile that takes longer than so many times its video, and some more, hangs. */
const LIMIT_PER_VIDEO_FACTOR = 20;
const LIMIT_BASE_MS = 120_000;
/** The end of what the process printed, for the error message. */
const KEPT_STDERR_CHARS = 2000;

/** Nobody else kills it like this. */
const OUT_OF_MEMORY = `, as systems do when memory runs out: it needs ${COMPILE_MB} MB beside the server`;
/** Ends that others brought about: an operator stopped the process, or the system did for its memory. */
const STOPPED_BY = ['SIGKILL', 'SIGTERM', 'SIGINT', 'SIGHUP'];

/** The tape, or a codec's way with it, is to blame: trying again will most likely end the same. */
export class TapeFault extends Error {}

export interface CompileTape {
  tapeDir: string;
  /** gets the video, its stills, preview and filmstrip; made when absent */
  outDir: string;
  /** kills the process; the call then rejects with the signal's reason */
  signal?: AbortSignal;
  /** what the files say of themselves, in their metadata */
  marks?: FileMarks;
  /** called with 0–1, about twice a second */
  onProgress?: (progress: number) => void;
  /** the child's program, for bundles that put it elsewhere */
  entry?: URL;
  /** when to give it up, in ms; at first two minutes and twenty times the video's length */
  limitMs?: number;
}

/**
 * Makes the video and stills of a tape in a low-priority process of its own. Answers `empty` when the tape
 * holds no picture that can be shown. Rejects, and leaves no finished file behind, with a TapeFault when the process
 * crashes or hangs, with another error when it was stopped, aborted or had no room; calling it again is safe.
 */
export async function compileTape(job: CompileTape): Promise<CompileOutcome> {
  const { frames, damaged } = await scanTape(job.tapeDir);
  const times = frames.map((frame) => frame.at);
  if (times.length === 0) return { kind: 'empty', damaged };
  job.signal?.throwIfAborted();
  return await runChild(job, job.limitMs ?? LIMIT_BASE_MS + videoLength(times) * LIMIT_PER_VIDEO_FACTOR);
}

async function runChild(job: CompileTape, limitMs: number): Promise<CompileOutcome> {
  const child = startChild(job);
  let outcome: CompileOutcome | null = null;
  let hindered: string | null = null;
  let broken: string | null = null;
  let complaints = '';
  let timedOut = false;
  const kill = () => child.kill('SIGKILL');
  const timer = setTimeout(() => {
    timedOut = true;
    kill();
  }, limitMs);
  job.signal?.addEventListener('abort', kill, { once: true });
  createInterface({ input: child.stdout }).on('line', (line) => {
    const message = readCompileMessage(line);
    if (message?.type === 'progress') job.onProgress?.(message.progress);
    if (message?.type === 'done') outcome = message.outcome;
    if (message?.type === 'hindered') hindered = message.why;
    if (message?.type === 'broken') broken = message.why;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaints = (complaints + text).slice(-KEPT_STDERR_CHARS);
  });
  try {
    const { code, signal } = await childEnd(child);
    job.signal?.throwIfAborted();
    if (timedOut) {
      throw new TapeFault(`compiling took longer than ${Math.round(limitMs / 1000)} s and was stopped`);
    }
    if (hindered !== null) throw new Error(hindered);
    if (broken !== null) throw new TapeFault(broken);
    if (signal !== null && STOPPED_BY.includes(signal)) {
      throw new Error(
        `the compile process was stopped by ${signal}${signal === 'SIGKILL' ? OUT_OF_MEMORY : ''}`,
      );
    }
    if (code !== 0)
      throw new TapeFault(describeCrash(signal ? `signal ${signal}` : `exit code ${code}`, complaints));
    if (outcome === null) throw new TapeFault(describeCrash('no result', complaints));
    return outcome;
  } finally {
    clearTimeout(timer);
    job.signal?.removeEventListener('abort', kill);
  }
}

function startChild({ tapeDir, outDir, entry, marks }: CompileTape) {
  const program = fileURLToPath(entry ?? new URL('./compile-child.ts', import.meta.url));
  const child = spawn(process.execPath, [...runtimeFlags(program), program, tapeDir, outDir], {
    ...childOptions(),
    // The open pipe shows it as its input that the server lives.
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  // One that has ended can't be written to, which its exit code says.
  child.stdin.on('error', () => {});
  // Not among the arguments, which every user of the machine can read, nor in the environment, which holds 128 KB.
  child.stdin.write(`${JSON.stringify(marks ?? null)}\n`);
  return child;
}

/** Node before 22.18 runs TypeScript only when asked to. */
function runtimeFlags(program: string): string[] {
  const needsFlag = process.versions.bun === undefined && program.endsWith('.ts');
  return needsFlag ? ['--experimental-strip-types', '--no-warnings'] : [];
}

/** Waits until the process is gone and all that it printed was read. Rejects when it could not start. */
function childEnd(child: ChildProcess): Promise<{ code: number | null; signal: NodeJS.Signals | null }> {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => resolve({ code, signal }));
  });
}

function describeCrash(ending: string, complaints: string): string {
  const detail = complaints.trim();
  return `the compile process ended with ${ending}${detail === '' ? '' : `: ${detail}`}`;
}
