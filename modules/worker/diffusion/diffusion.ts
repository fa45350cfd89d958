import { basename } from 'node:path';
import type { Generator } from '../../generator/generator.ts';
import type { Log } from '../../kit/log.ts';
import { m } from '../../kit/texts/m.ts';
import { PRESETS } from '../contract/presets.ts';
import type { ReportProgress } from '../opening.ts';
import { decodeImage, encodeJpeg } from '../player/jpeg.ts';
import { ENCODERS } from '../video/encoders.ts';
import { createDiffusionGenerator } from './core/generator.ts';
import { type Device, devicesToTry } from './devices.ts';
import { installEngine } from './engine.ts';
import { startEngine } from './engine-process.ts';
import { findModel, type ModelConfig } from './fetch-model.ts';
import { readModelFolder } from './model-folder.ts';

export interface DiffusionConfig extends ModelConfig {
  DEVICE: Device;
}

/**
 * Installs ONNX Runtime, checks the model and loads it in a separate process.
 * @throws ModelFault with a message for the operator
 */
export async function openDiffusionGenerator(
  config: DiffusionConfig,
  log: Log,
  report: ReportProgress,
): Promise<Generator> {
  const folder = await findModel(config, report);
  const model = await readModelFolder(config.MODEL, folder);
  const engine = await installEngine(config.DATA_DIR, { cuda: config.DEVICE === 'cuda', report });
  const devices = devicesToTry(config.DEVICE);
  report(m.worker_model_loading({ model: basename(model.name) }), null, { folder });
  return createDiffusionGenerator({
    look: model.look,
    encode: encodeJpeg,
    encoders: ENCODERS,
    decode: decodeImage,
    version: (device) => `${basename(model.name)} on ${device}`,
    model: basename(model.name),
    licence: PRESETS[config.MODEL]?.licence.name,
    log,
    async startEngine(events) {
      const started = await startEngine({ engine, model, devices, log }, events);
      const { device, imageMs } = started.loaded;
      log.info('the model is loaded', {
        model: model.name,
        device,
        picturesASecond: Number((1000 / imageMs).toPrecision(2)),
      });
      if (device === 'cpu' && config.MODEL === 'sdxs')
        log.info('on a processor, MODEL=sdxs-int8 draws faster');
      return started;
    },
  });
}
