import type { ReportProgress } from '../../opening.ts';
import { type EngineAdapter, type EngineFacts, type EngineFault, faultOf } from './adapter.ts';
import { pause } from './pause.ts';

const AGAIN_FIRST_MS = 500;
const AGAIN_MOST_MS = 5_000;

export interface PreparedOptions {
  report: ReportProgress;
  /** it can't draw yet; it is asked again later */
  waits(fault: EngineFault): void;
  /** rejects at once when the caller waits no more */
  signal: AbortSignal;
  withinMs?: number;
}

/** Asks an engine until it is able to draw. @throws EngineFault where waiting is no use, or has lasted too long */
export async function untilPrepared(
  adapter: EngineAdapter,
  { report, waits, signal, withinMs = Number.POSITIVE_INFINITY }: PreparedOptions,
): Promise<EngineFacts> {
  const began = performance.now();
  for (let wait = AGAIN_FIRST_MS; ; wait = Math.min(AGAIN_MOST_MS, wait * 2)) {
    try {
      return await adapter.prepare(report, signal);
    } catch (error) {
      signal.throwIfAborted();
      const fault = faultOf(error);
      if (fault.isFinal || performance.now() - began > withinMs) throw fault;
      waits(fault);
    }
    await pause(wait, signal);
  }
}
