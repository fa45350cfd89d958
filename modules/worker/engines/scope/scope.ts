import { setTimeout as after } from 'node:timers/promises';
import { slider } from '../../../generator/values.ts';
import { m } from '../../../kit/texts/m.ts';
import type { Control } from '../../../protocol/controls.ts';
import type { ReportProgress } from '../../opening.ts';
import { type EngineAdapter, type EngineConfig, EngineFault, FIRST_IMAGE_MS } from '../kit/adapter.ts';
import { createScopeApi, LABEL, type PipelineStatus } from './api.ts';
import { openScopeSession } from './session.ts';

const DEFAULT_URL = 'http://127.0.0.1:8000';
/** The pipeline to load if none is loaded, at the size that it was made for. */
const PIPELINE = 'longlive';
const SIZE = { width: 576, height: 320 };
const POLL_INTERVAL_MS = 1_000;

/** No seed control: Scope sets the seed when it loads the pipeline. */
const controls = (): Control[] => [
  {
    ...slider('transition', m.worker_control_transition_chunks(), { min: 0, max: 12, step: 1, default: 4 }),
    hint: m.worker_control_transition_frames_hint(),
  },
];

/** Daydream Scope: loads a pipeline over HTTP and streams one session as a transport stream. */
export function createScopeAdapter({ ENGINE_URL }: EngineConfig): EngineAdapter {
  const url = ENGINE_URL ?? DEFAULT_URL;
  const api = createScopeApi(url);
  let pipeline = PIPELINE;
  // Scope has a single session; a second start would overwrite it without stopping it.
  let before: Promise<void> = Promise.resolve();

  async function loaded(report: ReportProgress, signal: AbortSignal): Promise<PipelineStatus> {
    for (let wasAsked = false; ; ) {
      const now = await api.pipeline(signal);
      if (now.status === 'loaded') return now;
      if (now.status !== 'loading') {
        if (wasAsked)
          throw new EngineFault(
            m.worker_scope_load_failed({
              engine: LABEL,
              pipeline: PIPELINE,
              reason: (now.error ?? m.worker_scope_no_reason()).slice(0, 200),
            }),
          );
        await api.load(PIPELINE, SIZE, signal);
        wasAsked = true;
      }
      const model = now.pipeline_id ?? PIPELINE;
      report(
        now.loading_stage
          ? m.worker_engine_loading_stage({ engine: LABEL, model, stage: now.loading_stage })
          : m.worker_engine_loading({ engine: LABEL, model }),
      );
      await after(POLL_INTERVAL_MS, undefined, { signal });
    }
  }

  return {
    name: 'scope',
    label: LABEL,
    contentFps: 16,
    firstPatienceMs: FIRST_IMAGE_MS,
    patienceMs: 20_000,
    async prepare(report, signal) {
      await api.health(signal);
      const status = await loaded(report, signal);
      pipeline = status.pipeline_id ?? PIPELINE;
      return { version: pipeline, controls: controls() };
    },
    open(dream, events) {
      const session = openScopeSession({ api, pipeline, dream, events, after: before });
      return {
        ...session,
        end() {
          before = session.end();
          return before;
        },
      };
    },
  };
}
