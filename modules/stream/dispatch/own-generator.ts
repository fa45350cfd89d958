import { cpus } from 'node:os';
import { ModelFault } from '../worker/generators/diffusion/core/session.ts';
import type { DiffusionConfig } from '../worker/generators/diffusion/diffusion.ts';
import { fetchSettings } from '../worker/generators/diffusion/system-settings.ts';

/** What is set about the generator of this box's own workers. */
export interface OwnGenerator extends DiffusionConfig {
  GENERATOR: 'demo' | 'diffusion';
}

/**
 * Why it will never draw as it is set, so far as that can be told before anything is fetched or loaded; in words for
 * the operator. Asks for the model's licence where somebody sits at the terminal.
 */
export async function generatorFault(config: OwnGenerator): Promise<string | null> {
  if (config.GENERATOR === 'demo') return null;
  // of no use to servers whose pictures come from elsewhere
  const { checkModel } = await import('../worker/generators/diffusion/fetch-model.ts');
  try {
    await checkModel(config);
    return null;
  } catch (error) {
    if (error instanceof ModelFault) return error.message;
    throw error;
  }
}

/** How many dreams are drawn here at once where nobody says: a device that runs a model has its hands full with one. */
export const usualSlots = ({ GENERATOR }: OwnGenerator): number =>
  GENERATOR === 'diffusion' ? 1 : Math.max(1, Math.floor(cpus().length / 2));

/** What the workers are told of the settings, and of the system's where something has to be fetched. */
export function generatorEnv(config: OwnGenerator): Record<string, string> {
  const { GENERATOR, MODEL, MODEL_BASE, MODEL_LICENCE, DEVICE, DATA_DIR } = config;
  if (GENERATOR === 'demo') return {};
  return {
    ...fetchSettings(),
    ...{ GENERATOR, MODEL, MODEL_BASE, DEVICE, DATA_DIR },
    ...(MODEL_LICENCE ? { MODEL_LICENCE } : {}),
  };
}
