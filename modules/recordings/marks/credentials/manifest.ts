import manifest from '../../../../package.json' with { type: 'json' };
import type { MadeFileKind } from '../../schemas.ts';
import type { Marks } from '../marks.ts';

/** The label of what nobody else can say: each prompt, in a video with the frame and second that first show it. */
const PROMPTS_LABEL = 'org.reverie.prompts';
/** The label of what else a dream was made by. */
const DREAM_LABEL = 'org.reverie.dream';

/**
 * C2PA's manifest definition of a dream (specification 2.2): made by what, from which prompts and images. Never whose it
 * is: an image is named by its hash, without its own name or a thumbnail.
 * @param kind frames and seconds of prompts are those of the video, and stand in no other file
 */
export function manifestOf(
  { sourceType, createdAt, prompts, drawnBy, seed, pictures }: Marks,
  kind: MadeFileKind,
): object {
  const { name, version, model, licence } = drawnBy;
  const agent = { name, ...(version && { version }) };
  // Input of the model that created the video: it is neither an edit of the image (parentOf) nor holds it (componentOf).
  const ingredients = pictures.map(({ format, sha256 }, index) => ({
    label: `picture-${index}`,
    title: 'start picture',
    format,
    // RFC 6920
    instance_id: `ni:///sha-256;${sha256}`,
    relationship: 'inputTo',
  }));
  const ingredientIds = ingredients.map(({ label }) => label);
  const created = {
    action: 'c2pa.created',
    when: createdAt,
    digitalSourceType: sourceType,
    softwareAgent: agent,
    ...(ingredientIds.length > 0 && { parameters: { ingredientIds } }),
  };
  return {
    claim_generator_info: [{ name: 'Reverie', version: manifest.version }],
    ingredients,
    // Without `created` they would be what others say.
    assertions: [
      { label: 'c2pa.actions.v2', data: { actions: [created] }, created: true },
      {
        label: PROMPTS_LABEL,
        data: kind === 'video' ? prompts : prompts.map(({ text }) => ({ text })),
        created: true,
      },
      { label: DREAM_LABEL, data: { model, licence, seed }, created: true },
    ],
  };
}
