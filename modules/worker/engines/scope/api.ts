import { z } from 'zod';
import { m } from '../../../kit/texts/m.ts';
import { EngineFault } from '../kit/adapter.ts';
import { callEngine, otherServer } from '../kit/call-engine.ts';

export const LABEL = 'Scope';

const status = z.object({
  status: z.enum(['not_loaded', 'loading', 'loaded', 'error']),
  pipeline_id: z.string().nullish(),
  error: z.string().nullish(),
  loading_stage: z.string().nullish(),
});
export type PipelineStatus = z.infer<typeof status>;

const metrics = z.object({ sessions: z.record(z.string(), z.object({ frames_out: z.number() })) });

/** The first or next prompt of a session. */
export interface ScopePrompt {
  text: string;
  /** chunks until it has fully replaced the last prompt; 0 cuts */
  transition: number;
}

/** The API calls to Scope's server. Every call may throw EngineFault. */
export function createScopeApi(url: string) {
  const call = (path: string, { body, signal }: { body?: unknown; signal?: AbortSignal } = {}) =>
    callEngine({ label: LABEL, url: `${url}${path}`, init: { ...(signal && { signal }) }, json: body });

  return {
    health: (signal: AbortSignal) => call('/health', { signal }),
    async pipeline(signal: AbortSignal): Promise<PipelineStatus> {
      const parsed = status.safeParse(await call('/api/v1/pipeline/status', { signal }));
      if (!parsed.success) throw otherServer(LABEL, url);
      return parsed.data;
    },
    /** returns at once; the status call reports progress */
    load: (pipeline: string, size: { width: number; height: number }, signal: AbortSignal) =>
      call('/api/v1/pipeline/load', { body: { pipeline_ids: [pipeline], load_params: size }, signal }),
    start: (pipeline: string, text: string) =>
      call('/api/v1/session/start', {
        body: { pipeline_id: pipeline, input_mode: 'text', prompts: weighed(text) },
      }),
    turn: ({ text, transition }: ScopePrompt) =>
      call('/api/v1/session/parameters', {
        body:
          transition === 0
            ? { prompts: weighed(text) }
            : { transition: { target_prompts: weighed(text), num_steps: transition } },
      }),
    /** frames that the pipeline has produced in this session */
    async framesOut(): Promise<number> {
      const parsed = metrics.safeParse(await call('/api/v1/session/metrics'));
      return Object.values(parsed.data?.sessions ?? {})[0]?.frames_out ?? 0;
    },
    /** stops any running session; fine if there is none */
    stop: () => call('/api/v1/session/stop', { body: {} }).catch(() => {}),
    /** The session's output as a transport stream, until it ends. */
    async *video(signal: AbortSignal): AsyncGenerator<Uint8Array> {
      try {
        const response = await fetch(`${url}/api/v1/session/output.ts`, { signal, redirect: 'error' });
        if (!response.ok || !response.body)
          throw new EngineFault(m.worker_engine_no_video({ engine: LABEL, status: `${response.status}` }));
        yield* response.body;
      } catch (error) {
        throw error instanceof EngineFault
          ? error
          : new EngineFault(m.worker_engine_video_broken({ engine: LABEL }));
      }
    },
  };
}
export type ScopeApi = ReturnType<typeof createScopeApi>;

const weighed = (text: string) => [{ text, weight: 1 }];
