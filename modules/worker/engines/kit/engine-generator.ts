import { type Generator, NATIVE } from '../../../generator/generator.ts';
import { codecsOf } from '../../../generator/video-coder.ts';
import type { Log } from '../../../kit/log.ts';
import { m } from '../../../kit/texts/m.ts';
import { engineFacts } from '../../engine-facts.ts';
import type { ReportProgress } from '../../opening.ts';
import { ENCODERS } from '../../video/encoders.ts';
import type { EngineAdapter, EngineFacts } from './adapter.ts';
import { createEngineDreaming, type EngineDreaming } from './engine-dreaming.ts';
import { untilPrepared } from './until-prepared.ts';

/**
 * Wraps an engine as a generator. Waits for the engine for as long as it takes to start, reporting the reason.
 * @throws EngineFault if waiting is pointless
 */
export async function openEngineGenerator(
  adapter: EngineAdapter,
  log: Log,
  report: ReportProgress,
): Promise<Generator> {
  let facts = await untilPrepared(adapter, {
    report,
    // Only the operator's log may contain the address.
    waits: ({ message, publicText }) =>
      report(m.worker_engine_retry({ problem: publicText }), null, {
        why: m.worker_engine_retry({ problem: message }),
      }),
    signal: new AbortController().signal,
  });
  log.info('the engine is there', { engine: adapter.name, version: facts.version });
  if (facts.remark) log.warn(facts.remark, { engine: adapter.name });
  let dreaming: EngineDreaming | null = null;

  return {
    name: adapter.name,
    get version() {
      return facts.version.slice(0, 128);
    },
    ...NATIVE,
    codecs: codecsOf(ENCODERS),
    ...engineFacts(adapter.name),
    hasSound: adapter.hasSound,
    get controls() {
      return facts.controls;
    },
    start(job, events) {
      void dreaming?.end();
      const prepared = (now: EngineFacts) => {
        facts = now;
      };
      dreaming = createEngineDreaming({ adapter, job, events, prepared, log });
    },
    prompt: (id, text) => dreaming?.prompt(id, text),
    control: (name, value) => dreaming?.control(name, value),
    video: (_, frame) => dreaming?.video(frame),
    pace: (fps, quality, kbps) => dreaming?.pace(fps, quality, kbps),
    coding: (order) => dreaming?.coding(order),
    note: () => dreaming?.note() ?? null,
    async stop() {
      await dreaming?.end();
      dreaming = null;
    },
    async close() {
      await dreaming?.end();
      await adapter.close?.();
    },
  };
}
