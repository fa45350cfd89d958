import type { Generator } from '../generator/generator.ts';
import type { Log } from '../kit/log.ts';
import { releaseMemory } from '../kit/release-memory.ts';
import type { GeneratorName } from './contract/settings.ts';
import type { DiffusionConfig } from './diffusion/diffusion.ts';
import type { EngineAdapter, EngineConfig } from './engines/kit/adapter.ts';
import type { ReportProgress } from './opening.ts';
import { ENCODERS } from './video/encoders.ts';

export interface GeneratorConfig extends DiffusionConfig, EngineConfig {
  GENERATOR: GeneratorName;
}

export type EngineName = Exclude<GeneratorName, 'demo' | 'diffusion'>;

/** Like all generators, each engine is only loaded if it is configured. */
const ENGINES: Record<EngineName, (config: EngineConfig) => Promise<EngineAdapter>> = {
  biome: async (config) => (await import('./engines/biome/biome.ts')).createBiomeAdapter(config),
  comfyui: async (config) => (await import('./engines/comfyui/comfyui.ts')).createComfyuiAdapter(config),
  sdcpp: async (config) => (await import('./engines/sdcpp/sdcpp.ts')).createSdcppAdapter(config),
  dreamverse: async (config) =>
    (await import('./engines/dreamverse/dreamverse.ts')).createDreamverseAdapter(config),
  joyai: async (config) => (await import('./engines/joyai/joyai.ts')).createJoyaiAdapter(config),
  lcm: async (config) => (await import('./engines/lcm/lcm.ts')).createLcmAdapter(config),
  fal: async (config) => (await import('./engines/fal/fal.ts')).createFalAdapter(config),
  helios: async (config) => (await import('./engines/helios/helios.ts')).createHeliosAdapter(config),
  krea: async (config) => (await import('./engines/krea/krea.ts')).createKreaAdapter(config),
  scope: async (config) => (await import('./engines/scope/scope.ts')).createScopeAdapter(config),
};

export const openAdapter = (name: EngineName, config: EngineConfig): Promise<EngineAdapter> =>
  ENGINES[name](config);

/** An embedded worker waits this long, because the server that starts it answers its first requests meanwhile. */
const WARM_UP_AFTER_MS = 1_000;

async function openPainter(): Promise<Generator> {
  const painter = (await import('../painter/painter.ts')).createPainter(ENCODERS);
  // If it fails, so does the first dream, which reports why.
  setTimeout(() => painter.warmUp().then(releaseMemory, () => {}), WARM_UP_AFTER_MS).unref();
  return painter;
}

/** Opens the configured generator. @throws GeneratorFault with a message for the operator if it can never work */
export async function openGenerator(
  config: GeneratorConfig,
  log: Log,
  report: ReportProgress,
): Promise<Generator> {
  const { GENERATOR } = config;
  if (GENERATOR === 'demo') return openPainter();
  if (GENERATOR === 'diffusion') {
    const { openDiffusionGenerator } = await import('./diffusion/diffusion.ts');
    return openDiffusionGenerator(config, log, report);
  }
  const { openEngineGenerator } = await import('./engines/kit/engine-generator.ts');
  return openEngineGenerator(await openAdapter(GENERATOR, config), log, report);
}
