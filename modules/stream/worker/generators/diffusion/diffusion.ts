import { basename } from 'node:path';
import type { Log } from '../../../../../src/kit/log.ts';
import type { Generator } from '../generator.ts';
import { createDiffusionGenerator } from './core/generator.ts';
import { type Device, devicesToTry } from './devices.ts';
import { encodeJpeg } from './encode-jpeg.ts';
import { installEngine } from './engine.ts';
import { startEngine } from './engine-process.ts';
import { findModel } from './fetch-model.ts';
import { readModelFolder } from './model-folder.ts';

export interface DiffusionConfig {
  MODEL: string;
  MODEL_BASE: string;
  MODEL_LICENCE?: 'accepted' | undefined;
  DEVICE: Device;
  DATA_DIR: string;
}

/**
 * Brings the engine, looks the model through and loads it into a process of its own.
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
  return createDiffusionGenerator({
    look: model.look,
    encode: encodeJpeg,
    version: (device) => `${basename(model.name)} on ${device}`,
    log,
    async startEngine(events) {
      const started = await startEngine({ engine, model, devices, log }, events);
      const { device, pictureMs } = started.loaded;
      log.info('the model is loaded', {
        model: model.name,
        device,
        picturesASecond: Math.round(10_000 / pictureMs) / 10,
      });
      if (device === 'cpu' && config.MODEL === 'sdxs') tell('On a processor, MODEL=sdxs-int8 draws faster');
      return started;
    },
  });
}
