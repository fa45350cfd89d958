import { cpus } from 'node:os';
import { fetchSettings } from './diffusion/system-settings.ts';
import type { GeneratorConfig } from './generators.ts';
import type { GeneratorName } from './settings.ts';
import { GeneratorFault } from './shared/faults.ts';

export type { GeneratorConfig } from './generators.ts';

const CHECKS: Partial<Record<GeneratorName, (config: GeneratorConfig) => Promise<unknown>>> = {
  diffusion: async (config) => (await import('./diffusion/fetch-model.ts')).checkModel(config),
  comfyui: async ({ WORKFLOW }) => (await import('./engines/comfyui/workflow.ts')).readWorkflow(WORKFLOW),
};

/**
 * Why it will never draw as it is set, as far as that is known before anything is fetched or loaded; in words
 * for the operator. Asks for consent to the model's licence where a person sits at the terminal.
 */
export async function generatorFault(config: GeneratorConfig): Promise<string | null> {
  // of no use to servers whose frames come from elsewhere
  const check = CHECKS[config.GENERATOR];
  try {
    await check?.(config);
    return null;
  } catch (error) {
    if (error instanceof GeneratorFault) return error.message;
    throw error;
  }
}

/** Default number of dreams drawn here at once: a device or an engine that runs a model has its hands full with one. */
export const usualSlots = ({ GENERATOR }: GeneratorConfig): number =>
  GENERATOR === 'demo' ? Math.max(1, Math.floor(cpus().length / 2)) : 1;

/** The workers' environment: the settings that they need, and the system's own where they call something outside. */
export function generatorEnv(config: GeneratorConfig): Record<string, string> {
  const { GENERATOR, MODEL, MODEL_BASE, MODEL_LICENCE, DEVICE, DATA_DIR } = config;
  const { ENGINE_URL, ENGINE_KEY, WORKFLOW } = config;
  if (GENERATOR === 'demo') return {};
  if (GENERATOR !== 'diffusion')
    return { ...fetchSettings(), ...set({ GENERATOR, ENGINE_URL, ENGINE_KEY, WORKFLOW }) };
  return {
    ...fetchSettings(),
    ...set({ GENERATOR, MODEL, MODEL_BASE, MODEL_LICENCE, DEVICE, DATA_DIR }),
  };
}

const set = (values: Record<string, string | undefined>): Record<string, string> =>
  Object.fromEntries(Object.entries(values).flatMap(([name, value]) => (value ? [[name, value]] : [])));
