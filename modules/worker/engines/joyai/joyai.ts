import { NATIVE } from '../../../generator/generator.ts';
import { START_IMAGE_CONTROL } from '../../../generator/values.ts';
import { m } from '../../../kit/texts/m.ts';
import type { Control } from '../../../protocol/controls.ts';
import { type EngineAdapter, type EngineConfig, EngineFault, FIRST_IMAGE_MS } from '../kit/adapter.ts';
import { callEngine, otherServer } from '../kit/call-engine.ts';
import { cameraControl } from '../kit/loop-controls.ts';
import { readHealth, readPage } from './messages.ts';
import { openJoyaiSession } from './session.ts';

const DEFAULT_URL = 'http://127.0.0.1:8080';
const LABEL = 'JoyAI-Video-Edit';
/** It loads some 50 GB, and compiles. */
const LOADS_MS = 20 * 60_000;
const USUAL_SIZE = { width: 840, height: 480 };

const controls = (size: typeof USUAL_SIZE): Control[] => [
  { ...cameraControl(size), fps: NATIVE.fps, needed: true },
  { ...START_IMAGE_CONTROL, hint: m.worker_control_still_hint() },
];

/** JoyAI-Video-Edit: edits the person's camera or screen live, as a prompt says. */
export function createJoyaiAdapter({ ENGINE_URL }: EngineConfig): EngineAdapter {
  const url = ENGINE_URL ?? DEFAULT_URL;
  let size = USUAL_SIZE;

  return {
    name: 'joyai',
    label: LABEL,
    firstPatienceMs: FIRST_IMAGE_MS,
    // a new prompt may compile, and closes the old session first
    patienceMs: 30_000,
    async prepare(report, signal) {
      const call = (path: string, init: RequestInit = {}, timeoutMs?: number) =>
        callEngine({
          label: LABEL,
          url: `${url}${path}`,
          init: { ...init, signal },
          ...(timeoutMs && { timeoutMs }),
        });
      const health = readHealth(await call('/health'));
      const page = health && readPage(await call('/'));
      if (!page) throw otherServer(LABEL, url);
      if (page.record_enabled)
        throw new EngineFault(
          m.worker_joyai_records({ engine: LABEL, option: '--record-dir' }),
          false,
          m.worker_engine_failed(),
        );
      const model =
        health.dit_ckpt
          .split('/')
          .at(-1)
          ?.replace(/\.\w+$/, '') || LABEL;
      if (!health.runtime_loaded) {
        report(m.worker_engine_loading({ engine: LABEL, model }));
        await call('/load', { method: 'POST' }, LOADS_MS);
      }
      size = { width: page.width, height: page.height };
      return { version: model, controls: controls(size) };
    },
    open: (dream, events) => openJoyaiSession({ label: LABEL, url, size, dream, events }),
  };
}
