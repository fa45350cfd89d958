import { type Generator, NATIVE } from '../../../generator/generator.ts';
import { liveCamera } from '../../../generator/values.ts';
import { codecsOf } from '../../../generator/video-coder.ts';
import { createDreaming, type Dreaming, type DreamingOptions } from './dreaming.ts';
import type { Engine, EngineEvents } from './engine-protocol.ts';
import { lookControls } from './look-controls.ts';

export interface DiffusionOptions
  extends Pick<DreamingOptions, 'look' | 'encode' | 'encoders' | 'decode' | 'log'> {
  /** @throws ModelFault if no device can run the model */
  startEngine(events: EngineEvents): Promise<Engine>;
  /** the model and its device, for people */
  version(device: string): string;
  model?: string | undefined;
  licence?: string | undefined;
}

/** After this many crashes within a minute, pause for a minute. */
const MAX_DEATHS = 3;
const DEATHS_TIMEOUT_MS = 60_000;

/**
 * The diffusion generator. Loads its model first, so a worker only registers once it can generate.
 * @throws ModelFault with a message for the operator
 */
export async function createDiffusionGenerator(options: DiffusionOptions): Promise<Generator> {
  const { look, encode, encoders, decode, log } = options;
  let dreaming: Dreaming | null = null;
  let stopped = false;
  let deaths: number[] = [];
  let down: string | null = null;
  let isStarting = false;
  let rest: ReturnType<typeof setTimeout> | undefined;
  let engine = await start();
  const { device } = engine.loaded;

  async function start(): Promise<Engine> {
    isStarting = true;
    const starting = options.startEngine({
      image: (drawn) => dreaming?.image(drawn),
      fault: (message) => dreaming?.fail(message),
      died: (how) => void restart(how),
    });
    return starting.finally(() => {
      isStarting = false;
    });
  }

  /** The relay doesn't notice: the last image stays up until the next one arrives. */
  async function restart(how: string): Promise<void> {
    if (stopped) return;
    log.error('the engine ended; starting it again', { how });
    const now = performance.now();
    deaths = [...deaths.filter((at) => now - at < DEATHS_TIMEOUT_MS), now];
    if (deaths.length >= MAX_DEATHS)
      return giveUp(`it crashed ${MAX_DEATHS} times within a minute, last with ${how}`);
    dreaming?.engineIsAway();
    try {
      engine = await start();
      down = null;
      log.info('the engine draws again', { device: engine.loaded.device });
      dreaming?.engineIsBack();
    } catch (error) {
      giveUp(error instanceof Error ? error.message : String(error));
    }
  }

  /** Replaces an engine that has stopped responding. */
  function hung(silentMs: number): void {
    if (isStarting) return;
    void engine.end();
    void restart(`no image for ${Math.round(silentMs / 1000)} s`);
  }

  /**
   * Pauses for a minute, because the cause may be temporary, such as low memory. Dreams started meanwhile fail with the
   * reason.
   */
  function giveUp(reason: string): void {
    down = `The engine isn’t running: ${reason}`;
    log.error('the engine is given a rest', { reason });
    dreaming?.fail(down);
    deaths = [];
    rest = setTimeout(() => void restart(reason), DEATHS_TIMEOUT_MS);
  }

  return {
    name: 'diffusion',
    version: options.version(device).slice(0, 128),
    model: options.model,
    licence: options.licence,
    ...NATIVE,
    codecs: encoders && codecsOf(encoders),
    controls: [...lookControls(look), liveCamera(engine.loaded)],
    start(job, events) {
      dreaming?.end();
      dreaming = createDreaming({
        job,
        events,
        look,
        engine: () => engine,
        encode,
        encoders,
        decode,
        hung,
        log,
      });
      if (down !== null) dreaming.fail(down);
    },
    prompt: (id, text) => dreaming?.prompt(id, text),
    control: (name, value) => dreaming?.control(name, value),
    video: (_, frame) => dreaming?.video(frame),
    pace: (fps, quality, kbps) => dreaming?.pace(fps, quality, kbps),
    coding: (order) => dreaming?.coding(order),
    note: () => dreaming?.note() ?? null,
    async stop() {
      dreaming?.end();
      dreaming = null;
    },
    async close() {
      stopped = true;
      clearTimeout(rest);
      dreaming?.end();
      await engine.end();
    },
  };
}
