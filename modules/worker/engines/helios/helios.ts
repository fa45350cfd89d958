import { z } from 'zod';
import { SEED_CONTROL, slider } from '../../../generator/values.ts';
import { m } from '../../../kit/texts/m.ts';
import type { Control } from '../../../protocol/controls.ts';
import { type EngineAdapter, type EngineConfig, FIRST_IMAGE_MS } from '../kit/adapter.ts';
import { callEngine, otherServer } from '../kit/call-engine.ts';
import { openHeliosSession } from './session.ts';

const DEFAULT_URL = 'http://127.0.0.1:8091';
const LABEL = 'Helios';
const FPS = 16;

const controls = (): Control[] => [
  SEED_CONTROL,
  {
    ...slider('transition', m.worker_control_transition_chunks(), { min: 0, max: 6, step: 1, default: 1 }),
    hint: m.worker_control_transition_seconds_hint(),
  },
  {
    ...slider('guidance', m.worker_control_guidance(), { min: 1, max: 6, step: 0.5, default: 1 }),
    live: false,
  },
];

const models = z.object({ data: z.array(z.object({ id: z.string() })).min(1) });

/** Helios on vLLM-Omni: fragmented MP4 over a websocket. Events report the first chunk that shows each prompt. */
export function createHeliosAdapter({ ENGINE_URL, ENGINE_KEY }: EngineConfig): EngineAdapter {
  const url = ENGINE_URL ?? DEFAULT_URL;
  const headers: Record<string, string> = ENGINE_KEY ? { authorization: `Bearer ${ENGINE_KEY}` } : {};
  let model = '';
  /** false for a server that runs several sessions, which it can't pace */
  let isPaced = true;

  return {
    name: 'helios',
    label: LABEL,
    contentFps: FPS,
    // the server compiles on its very first request
    firstPatienceMs: FIRST_IMAGE_MS,
    patienceMs: 15_000,
    async prepare(_, signal) {
      const answered = await callEngine({ label: LABEL, url: `${url}/v1/models`, init: { headers, signal } });
      const parsed = models.safeParse(answered);
      if (!parsed.success) throw otherServer('vLLM-Omni', url);
      model = parsed.data.data[0]?.id ?? '';
      return { version: model.slice(0, 128), controls: controls() };
    },
    open: (dream, events) =>
      openHeliosSession({
        label: LABEL,
        url,
        headers,
        model,
        fps: FPS,
        dream,
        events,
        isPaced,
        unpaced() {
          isPaced = false;
        },
      }),
  };
}
