import { SEED_CONTROL, slider } from '../../../generator/values.ts';
import { m } from '../../../kit/texts/m.ts';
import type { Control } from '../../../protocol/controls.ts';
import { type EngineAdapter, type EngineConfig, FIRST_IMAGE_MS } from '../kit/adapter.ts';
import { callEngine } from '../kit/call-engine.ts';
import { openKreaSession } from './session.ts';

const DEFAULT_URL = 'http://127.0.0.1:8000';
const LABEL = 'Krea Realtime';

const controls = (): Control[] => [
  SEED_CONTROL,
  {
    // with one step it would never reach the new prompt
    ...slider('transition', m.worker_control_transition_blocks(), { min: 2, max: 8, step: 1, default: 4 }),
    hint: m.worker_control_transition_blocks_hint(),
  },
  {
    ...slider('steps', m.worker_control_steps(), { min: 4, max: 6, step: 1, default: 5 }),
    hint: m.worker_control_steps_hint(),
    live: false,
  },
];

/** Krea Realtime 14B's own server (`release_server.py`): JPEGs in bursts over a websocket, commands in MessagePack. */
export function createKreaAdapter({ ENGINE_URL }: EngineConfig): EngineAdapter {
  const url = ENGINE_URL ?? DEFAULT_URL;
  // The server doesn't reject a second session, but all sessions share one cache, so two would corrupt each other.
  let before: Promise<void> = Promise.resolve();

  return {
    name: 'krea',
    label: LABEL,
    contentFps: 16,
    // the first blocks are slow with DO_COMPILE
    firstPatienceMs: FIRST_IMAGE_MS,
    // the server silently retries a failing block forever
    patienceMs: 15_000,
    async prepare(_, signal) {
      await callEngine({ label: LABEL, url: `${url}/health`, init: { signal } });
      return { version: 'realtime-video 14B', controls: controls() };
    },
    open(dream, events) {
      const session = openKreaSession({ label: LABEL, url, dream, events, after: before });
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
