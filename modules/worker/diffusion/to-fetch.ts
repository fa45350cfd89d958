import { existsSync } from 'node:fs';
import { megabytes } from '../../kit/shared/bytes.ts';
import { createHub } from '../contract/model-files/hub.ts';
import { sizeOf } from '../contract/model-files/planned-file.ts';
import { planModel } from './core/plan-model.ts';
import type { DiffusionConfig } from './diffusion.ts';
import { engineFolder } from './engine.ts';
import { isModelHere, OFFLINE } from './fetch-model.ts';

/**
 * Describes the downloads that the first start needs; null if nothing is missing.
 * @throws ModelFault if the hub is unreachable
 */
export async function toFetch(config: DiffusionConfig): Promise<string | null> {
  const needs: string[] = [];
  if (!(await isModelHere(config))) {
    const { files } = await planModel(createHub(config.MODEL_BASE, OFFLINE), config.MODEL);
    needs.push(`the model (${megabytes(sizeOf(files))})`);
  }
  if (!existsSync(engineFolder(config.DATA_DIR, config.DEVICE === 'cuda')))
    needs.push('ONNX Runtime (290 MB)');
  return needs.length > 0 ? needs.join(' and ') : null;
}
