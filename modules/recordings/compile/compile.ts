import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { childOptions } from '../../kit/children/child-options.ts';
import { COMPILE_MB } from '../contract/limits.ts';
import type { FileMarks } from '../marks/write-marks.ts';
import { scanTape } from '../tape/read-tape.ts';
import { type CompileOutcome, readCompileMessage } from './compile-protocol.ts';
import { videoLength } from './timeline.ts';

/** Time limit: this many times the video's length, plus a constant. */
const LIMIT_PER_VIDEO_FACTOR = 20;
const LIMIT_BASE_MS = 120_000;
/** Amount of stderr kept for error messages. */
const KEPT_STDERR_CHARS = 2000;

/** Only the kernel's out-of-memory killer sends SIGKILL without being asked. */
const OUT_OF_MEMORY = `, probably because memory ran out: it needs ${COMPILE_MB} MB in addition to the server`;
/** Killed from outside: by an operator, or by the system when memory runs out. */
const STOPPED_BY = ['SIGKILL', 'SIGTERM', 'SIGINT', 'SIGHUP'];

/** The tape, or how a codec handles it, is at fault; a retry would most likely fail too. */
export class TapeFault extends Error {}

export interface CompileTape {
  tapeDir: string;
  /** receives the video, stills, preview and filmstrip; created if missing */
  outDir: string;
  /** kills the process; the call then rejects with the signal's reason */
  signal?: AbortSignal;
  /** written into the files' metadata */
  marks?: FileMarks;
  /** called with 0–1, about twice a second */
  onProgress?: (progress: number) => void;
  /** the child's program, for bundles that move it */
  entry?: URL;
  /** time limit in ms; default: two minutes plus twenty times the video's length */
  limitMs?: number;
}

/**
 * Compiles a tape's video and stills in a low-priority process of its own. Resolves with `empty` if the tape has no
 * frame to show. Idempotent; a failure leaves no finished files behind.
 * @throws TapeFault if the process crashes or hangs; another error if it was stopped, aborted or out of disk space
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
    // As long as stdin is open, the child knows that the server is alive.
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  // Writing to a child that has exited fails; its exit code says why.
  child.stdin.on('error', () => {});
  // Sent through stdin, because arguments are readable by every user of the machine and an environment variable holds
  // only 128 KB.
  child.stdin.write(`${JSON.stringify(marks ?? null)}\n`);
  return child;
}

/** Node before 22.18 needs a flag to run TypeScript. */
function runtimeFlags(program: string): string[] {
  const needsFlag = process.versions.bun === undefined && program.endsWith('.ts');
  return needsFlag ? ['--experimental-strip-types', '--no-warnings'] : [];
}

/** Resolves once the process has exited and all its output is read. Rejects if it can't start. */
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
