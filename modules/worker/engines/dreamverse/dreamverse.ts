import { z } from 'zod';
import { onOff, START_IMAGE_CONTROL } from '../../../generator/values.ts';
import { m } from '../../../kit/texts/m.ts';
import type { Control } from '../../../protocol/controls.ts';
import { type EngineAdapter, type EngineConfig, FIRST_IMAGE_MS } from '../kit/adapter.ts';
import { callEngine, otherServer } from '../kit/call-engine.ts';
import { openDreamverseSession } from './session.ts';

const DEFAULT_URL = 'http://127.0.0.1:8009';
const LABEL = 'Dreamverse';
const FPS = 24;

const controls = (): Control[] => [
  START_IMAGE_CONTROL,
  onOff('pause', m.worker_control_pause(), m.worker_control_pause_hint()),
  onOff('loop', m.worker_control_loop(), m.worker_control_loop_hint()),
  onOff('continuation', m.worker_control_continuation(), m.worker_control_continuation_hint()),
];

const status = z.object({
  total_gpus: z.int(),
  gpu_status: z.record(z.string(), z.object({ current_model_id: z.string().nullish() })),
});

/** Dreamverse (FastVideo): LTX-2 with sound, in segments of five seconds over a websocket. */
export function createDreamverseAdapter({ ENGINE_URL }: EngineConfig): EngineAdapter {
  const url = ENGINE_URL ?? DEFAULT_URL;

  return {
    name: 'dreamverse',
    label: LABEL,
    hasSound: true,
    contentFps: FPS,
    firstPatienceMs: FIRST_IMAGE_MS,
    // a segment takes about as long as it plays
    patienceMs: 30_000,
    async prepare(report, signal) {
      const call = (path: string) => callEngine({ label: LABEL, url: `${url}${path}`, init: { signal } });
      await call('/healthz');
      // It compiles for tens of minutes on its first start, and answers 503 meanwhile.
      await call('/readyz').catch((error: unknown) => {
        report(m.worker_dreamverse_warming({ engine: LABEL }));
        throw error;
      });
      const parsed = status.safeParse(await call('/status'));
      if (!parsed.success) throw otherServer(LABEL, url);
      const models = Object.values(parsed.data.gpu_status).map(({ current_model_id: model }) => model);
      return { version: models.find(Boolean) ?? 'LTX-2', controls: controls() };
    },
    open: (dream, events) => openDreamverseSession({ label: LABEL, url, dream, events }),
  };
}
