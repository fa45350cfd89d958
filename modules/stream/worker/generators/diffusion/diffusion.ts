import { basename } from 'node:path';
import type { Log } from '../../../../../src/kit/log.ts';
import type { Generator } from '../generator.ts';
import { type Device, devicesToTry } from './devices.ts';
import { createDreaming, type Dreaming } from './dreaming.ts';
import { installEngine } from './engine.ts';
import { type EngineProcess, startEngine } from './engine-process.ts';
import { findModel } from './fetch-model.ts';
import { readModelFolder } from './model-folder.ts';

export interface DiffusionConfig {
  MODEL: string;
  MODEL_BASE: string;
  MODEL_LICENCE?: 'accepted' | undefined;
  DEVICE: Device;
  DATA_DIR: string;
}

const WIDTH = 1280;
const HEIGHT = 720;
const FPS = 16;
/** An engine that dies this often in so short a time will not get better by another start. */
const MAX_DEATHS = 3;
const DEATHS_WITHIN_MS = 60_000;

/**
 * The generator that draws with a diffusion model. Brings the engine, looks the model through and loads it, so that a
 * worker offers itself only when it can draw.
 * @throws ModelFault in words for the operator
 */
export async function openDiffusionGenerator(config: DiffusionConfig, log: Log): Promise<Generator> {
  const tell = (line: string) => log.info(line);
  const folder = await findModel({
    model: config.MODEL,
    dataDir: config.DATA_DIR,
    base: config.MODEL_BASE,
    isLicenceAccepted: config.MODEL_LICENCE === 'accepted',
    tell,
  });
  const model = await readModelFolder(config.MODEL, folder);
  const engine = await installEngine(config.DATA_DIR, { cuda: config.DEVICE === 'cuda', tell });
  const devices = devicesToTry(config.DEVICE);
  tell(`Loading ${model.name} from ${model.folder}…`);

  let dreaming: Dreaming | null = null;
  let stopped = false;
  let deaths: number[] = [];
  let down: string | null = null;
  let process = await start();
  const { device, pictureMs } = process.loaded;
  log.info('the model is loaded', {
    model: model.name,
    device,
    picturesASecond: Math.round(10_000 / pictureMs) / 10,
  });

  if (device === 'cpu' && config.MODEL === 'sdxs') tell('On a processor, MODEL=sdxs-int8 draws faster');

  function start(): Promise<EngineProcess> {
    return startEngine(
      { engine, model, devices, log },
      {
        picture: (drawn) => dreaming?.picture(drawn),
        fault: (message) => dreaming?.fail(message),
        died: (how) => void restart(how),
      },
    );
  }

  /** The dream's server sees nothing of it: the last picture stands until the next one comes. */
  async function restart(how: string): Promise<void> {
    if (stopped) return;
    log.error('the engine ended; starting it again', { how });
    const now = performance.now();
    deaths = [...deaths.filter((at) => now - at < DEATHS_WITHIN_MS), now];
    if (deaths.length >= MAX_DEATHS)
      return giveUp(`it ended ${MAX_DEATHS} times within a minute, last with ${how}`);
    try {
      process = await start();
      down = null;
      log.info('the engine draws again', { device: process.loaded.device });
      dreaming?.engineIsBack();
    } catch (error) {
      giveUp(error instanceof Error ? error.message : String(error));
    }
  }

  /** For a minute: what ails it, memory for one, may pass. Who comes meanwhile is told. */
  function giveUp(reason: string): void {
    down = `The engine doesn’t run: ${reason}`;
    log.error('the engine is given a rest', { reason });
    dreaming?.fail(down);
    deaths = [];
    setTimeout(() => void restart(reason), DEATHS_WITHIN_MS).unref();
  }

  return {
    name: 'diffusion',
    version: `${basename(model.name)} on ${device}`.slice(0, 128),
    width: WIDTH,
    height: HEIGHT,
    fps: FPS,
    start(job, events) {
      dreaming?.end();
      dreaming = createDreaming({ job, events, look: model.look, engine: () => process, log });
      if (down !== null) dreaming.fail(down);
    },
    prompt: (id, text) => dreaming?.prompt(id, text),
    pace: (fps, quality) => dreaming?.pace(fps, quality),
    note: () => dreaming?.note() ?? null,
    async stop() {
      dreaming?.end();
      dreaming = null;
    },
    async close() {
      stopped = true;
      dreaming?.end();
      await process.end();
    },
  };
}
