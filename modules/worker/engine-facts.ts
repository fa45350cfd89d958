import type { Generator } from '../generator/generator.ts';
import type { GeneratorName } from './contract/settings.ts';

type FixedFacts = Pick<Generator, 'hasSound' | 'isNonCommercial' | 'isLocalOnly'>;

const FACTS: Partial<Record<GeneratorName, FixedFacts>> = {
  krea: { isNonCommercial: true },
  scope: { isNonCommercial: true },
  biome: { isNonCommercial: true, isLocalOnly: true },
  dreamverse: { hasSound: true },
};

/** Facts that hold before an engine answers, because an embedded worker registers at once. */
export const engineFacts = (name: string): FixedFacts => FACTS[name as GeneratorName] ?? {};
