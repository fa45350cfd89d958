import type { GeneratorEvents, GeneratorJob, VideoFrame } from '../../../generator/generator.ts';
import { seedOf, startingValues } from '../../../generator/values.ts';
import type { Log } from '../../../kit/log.ts';
import { m } from '../../../kit/texts/m.ts';
import type { ControlValue, ControlValues } from '../../../protocol/controls.ts';
import type { ModelImage } from '../../player/blend.ts';
import { encodeJpeg } from '../../player/jpeg.ts';
import { createPlayer } from '../../player/player.ts';
import { ENCODERS } from '../../video/encoders.ts';
import { type EngineAdapter, type EngineFacts, EngineFault, type EnginePrompt, faultOf } from './adapter.ts';
import { createEngineSessions } from './engine-sessions.ts';
import { untilPrepared } from './until-prepared.ts';

/** One dream, from its assignment to its end. */
export type EngineDreaming = ReturnType<typeof createEngineDreaming>;

export interface EngineDreamingOptions {
  adapter: EngineAdapter;
  job: GeneratorJob;
  events: GeneratorEvents;
  /** called with the engine's current facts */
  prepared(facts: EngineFacts): void;
  log: Log;
}

/** Gives an unreachable engine time to restart. Viewers waiting for their first frame see the reason. */
const PREPARE_TIMEOUT_MS = 60_000;
const REPORT_PLAYED_MS = 250;

/** Runs one dream on an engine: waits for the engine, opens a session with the first prompt, and plays its images. */
export function createEngineDreaming(options: EngineDreamingOptions) {
  const { adapter, job, events, log } = options;
  const player = createPlayer({
    job,
    events,
    encode: encodeJpeg,
    encoders: ENCODERS,
    log,
    contentFps: adapter.contentFps,
    isClips: adapter.isClips,
    waitsFor: () => sessions.current()?.waitsFor?.() ?? waits(adapter.label, last === null),
    failed: (message) => fail(new EngineFault(message)),
  });
  const stopped = new AbortController();
  const { signal } = stopped;
  let values = startingValues([], job);
  const turned: ControlValues = {};
  let prompt: EnginePrompt | null = null;
  /** prompts that already have an image, which a replacement session may show again */
  const drawn = new Set<string>();
  let last: Omit<ModelImage, 'shown'> | null = null;
  const sessions = createEngineSessions({
    adapter,
    signal,
    log,
    state: player.delayedBy,
    images: show,
    sound: (samples, timestamp) => events.sound?.(samples, timestamp),
    prepared: prepare,
    gaveUp: fail,
    nextDream() {
      if (!prompt) throw new Error('a session begins with a prompt');
      return { seed: seedOf(job, values), values: { ...values }, prompt, last };
    },
    broke: ({ publicText }) => player.delayedBy(m.worker_engine_retry({ problem: publicText })),
  });
  const playing = setInterval(() => sessions.current()?.played?.(player.played()), REPORT_PLAYED_MS);

  prepare().then(ready, () => {});

  function ready(facts: EngineFacts): void {
    values = { ...startingValues(facts.controls, job), ...turned };
    options.prepared(facts);
    events.ready();
  }

  /** Rejects if the engine will never be ready or the dream is over. */
  async function prepare(): Promise<EngineFacts> {
    try {
      const facts = await untilPrepared(adapter, {
        report: player.delayedBy,
        waits: ({ publicText }) => player.delayedBy(publicText),
        signal,
        timeoutMs: PREPARE_TIMEOUT_MS,
      });
      signal.throwIfAborted();
      return facts;
    } catch (error) {
      fail(faultOf(error));
      throw error;
    }
  }

  function show(burst: readonly ModelImage[]): void {
    last = burst.at(-1) ?? last;
    player.add(burst.map(once));
  }

  /** Sends each prompt's receipt only once, even if a later session shows the prompt again. */
  function once(image: ModelImage): ModelImage {
    if (image.shown === null || !drawn.has(image.shown)) {
      if (image.shown !== null) drawn.add(image.shown);
      return image;
    }
    return { ...image, shown: null };
  }

  function fail({ message, publicText }: EngineFault): void {
    if (signal.aborted) return;
    void end();
    events.error(message, publicText);
  }

  async function end(): Promise<void> {
    stopped.abort();
    clearInterval(playing);
    player.end();
    await sessions.end();
  }

  return {
    prompt(id: string, text: string): void {
      if (signal.aborted) return;
      const isFirst = prompt === null;
      prompt = { id, text };
      if (isFirst) {
        player.start();
        sessions.open();
      } else sessions.current()?.prompt(prompt);
    },
    control(name: string, value: ControlValue): void {
      values[name] = turned[name] = value;
      sessions.current()?.control?.(name, value);
    },
    video: (frame: VideoFrame | null) => sessions.current()?.video?.(frame),
    pace: player.pace,
    coding: player.coding,
    note: () => [player.note(), sessions.current()?.note?.()].filter(Boolean).join('; ') || null,
    end,
  };
}

const waits = (label: string, isFirst: boolean) =>
  isFirst ? m.worker_engine_busy_first({ engine: label }) : m.worker_engine_busy_next({ engine: label });
