import manifest from '../../../../package.json' with { type: 'json' };
import type { Marks } from '../marks.ts';

/** The label of what nobody else can say: seed, and each prompt with the frame at which it took effect. */
const DREAM_LABEL = 'org.reverie.dream';

/**
 * C2PA's manifest definition of a dream (specification 2.2): made by what, from which prompts. Never whose it is.
 */
export function manifestOf({ sourceType, createdAt, prompts, drawnBy, seed }: Marks): object {
  const { name, version, model, licence } = drawnBy;
  const agent = { name, ...(version && { version }) };
  return {
    claim_generator_info: [{ name: 'Reverie', version: manifest.version }],
    assertions: [
      {
        label: 'c2pa.actions.v2',
        data: {
          actions: [
            { action: 'c2pa.created', when: createdAt, digitalSourceType: sourceType, softwareAgent: agent },
          ],
        },
      },
      { label: DREAM_LABEL, data: { generator: agent, model, licence, seed, prompts } },
    ],
  };
}
