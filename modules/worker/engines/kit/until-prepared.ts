import type { ReportProgress } from '../../opening.ts';
import { type EngineAdapter, type EngineFacts, type EngineFault, faultOf } from './adapter.ts';
import { pause } from './pause.ts';

const RETRY_FIRST_MS = 500;
const RETRY_MAX_MS = 5_000;

export interface PreparedOptions {
  report: ReportProgress;
  /** called when the engine isn't ready yet and will be tried again */
  waits(fault: EngineFault): void;
  /** rejects as soon as it is aborted */
  signal: AbortSignal;
  timeoutMs?: number;
}

/** Retries until the engine is ready. @throws EngineFault if retrying is pointless or takes too long */
export async function untilPrepared(
  adapter: EngineAdapter,
  { report, waits, signal, timeoutMs = Number.POSITIVE_INFINITY }: PreparedOptions,
): Promise<EngineFacts> {
  const began = performance.now();
  for (let wait = RETRY_FIRST_MS; ; wait = Math.min(RETRY_MAX_MS, wait * 2)) {
    try {
      return await adapter.prepare(report, signal);
    } catch (error) {
      signal.throwIfAborted();
      const fault = faultOf(error);
      if (fault.isFinal || performance.now() - began > timeoutMs) throw fault;
      waits(fault);
    }
    await pause(wait, signal);
  }
}
