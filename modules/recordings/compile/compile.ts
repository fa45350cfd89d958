import { fileURLToPath } from 'node:url';
import { runChild } from '../../kit/children/run-child.ts';
import { COMPILE_MB } from '../contract/limits.ts';
import type { FileMarks } from '../marks/write-marks.ts';
import { scanTape } from '../tape/read-tape.ts';
import { type CompileOutcome, readCompileMessage } from './compile-protocol.ts';
import { videoLength } from './timeline.ts';

/** Time limit: this many times the video's length, plus a constant. */
const LIMIT_PER_VIDEO_FACTOR = 20;
const LIMIT_BASE_MS = 120_000;

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
  return await runCompile(job, job.limitMs ?? LIMIT_BASE_MS + videoLength(times) * LIMIT_PER_VIDEO_FACTOR);
}

async function runCompile(job: CompileTape, limitMs: number): Promise<CompileOutcome> {
  let outcome: CompileOutcome | null = null;
  let hindered: string | null = null;
  let broken: string | null = null;
  const { code, signal, exceeded, complaints } = await runChild({
    program: fileURLToPath(job.entry ?? new URL('./compile-child.ts', import.meta.url)),
    args: [job.tapeDir, job.outDir],
    input: job.marks ?? null,
    limitMs,
    signal: job.signal,
    onLine(line) {
      const message = readCompileMessage(line);
      if (message?.type === 'progress') job.onProgress?.(message.progress);
      if (message?.type === 'done') outcome = message.outcome;
      if (message?.type === 'hindered') hindered = message.why;
      if (message?.type === 'broken') broken = message.why;
    },
  });
  if (exceeded)
    throw new TapeFault(`compiling took longer than ${Math.round(limitMs / 1000)} s and was stopped`);
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
}

function describeCrash(ending: string, complaints: string): string {
  return `the compile process ended with ${ending}${complaints === '' ? '' : `: ${complaints}`}`;
}
