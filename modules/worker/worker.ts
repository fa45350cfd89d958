import type { Finding } from '../kit/settings/finding.ts';
import type { GeneratorConfig } from './generators.ts';

export type { GeneratorConfig } from './generators.ts';
export { generatorEnv, generatorFault, usualSlots } from './own-generator.ts';
export type { WorkerConfig } from './run-worker.ts';

/** The worker itself. It is a program of its own: the server imports only the small rest of this file. */
export const loadWorker = () => import('./run-worker.ts');

/** Generates one test frame with the configured generator. */
export async function diagnoseGenerator(config: GeneratorConfig): Promise<Finding> {
  // Loads every engine.
  const { diagnoseGenerator } = await import('./diagnose-generator.ts');
  return diagnoseGenerator(config);
}
