import { existsSync } from 'node:fs';
import { formatBytes, formatList } from '../../kit/texts/formats.ts';
import { m } from '../../kit/texts/m.ts';
import { createHub, sizeOf } from '../contract/model-files/hub.ts';
import { planModel } from './core/plan-model.ts';
import type { DiffusionConfig } from './diffusion.ts';
import { engineFolder } from './engine.ts';
import { inWords, isModelHere } from './fetch-model.ts';

/** Of the installed package. */
const RUNTIME_BYTES = 290e6;

/**
 * Describes the downloads that the first start needs; null if nothing is missing.
 * @throws ModelFault if the hub is unreachable
 */
export async function toFetch(config: DiffusionConfig): Promise<string | null> {
  const needs: string[] = [];
  if (!(await isModelHere(config))) {
    const { files } = await planModel(createHub(config.MODEL_BASE), config.MODEL).catch(inWords);
    needs.push(m.worker_download_model({ size: formatBytes(sizeOf(files)) }));
  }
  if (!existsSync(engineFolder(config.DATA_DIR, config.DEVICE === 'cuda')))
    needs.push(m.worker_download_runtime({ size: formatBytes(RUNTIME_BYTES) }));
  return needs.length > 0 ? formatList(needs) : null;
}
