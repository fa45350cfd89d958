import manifest from '../../../../package.json' with { type: 'json' };
import { CAMERA_TITLE } from '../../contract/camera-title.ts';
import type { MadeFileKind } from '../../contract/schemas.ts';
import type { Marks } from '../marks.ts';

/** Label for the prompts. In a video, each has the frame and second that first show it. */
const PROMPTS_LABEL = 'org.reverie.prompts';
/** Label for the model, licence and seed. */
const DREAM_LABEL = 'org.reverie.dream';

/** The person's camera or screen. Its pictures were never stored, so there is no hash of them. */
const CAMERA = {
  label: 'camera',
  title: CAMERA_TITLE,
  format: 'image/jpeg',
  instance_id: 'urn:org.reverie:camera',
  relationship: 'parentOf',
};
const OPENED = { action: 'c2pa.opened', parameters: { ingredientIds: [CAMERA.label] } };

/**
 * C2PA 2.2 manifest definition of a dream: what made it, and from which prompts and images. Never names its owner:
 * images appear as hashes, without file name or thumbnail.
 * @param kind only the video gets frames and seconds of prompts
 */
export function manifestOf(
  { sourceType, createdAt, prompts, drawnBy, seed, images, fromCamera }: Marks,
  kind: MadeFileKind,
): object {
  const { name, version, model, licence } = drawnBy;
  const agent = { name, ...(version && { version }) };
  // The image is input for the model that made the video. The video isn't an edit of it (parentOf) and doesn't contain
  // it (componentOf).
  const pictures = images.map(({ format, sha256 }, index) => ({
    label: `picture-${index}`,
    title: 'start picture',
    format,
    // RFC 6920
    instance_id: `ni:///sha-256;${sha256}`,
    relationship: 'inputTo',
  }));
  const ingredientIds = pictures.map(({ label }) => label);
  const made = {
    action: fromCamera ? 'c2pa.edited' : 'c2pa.created',
    when: createdAt,
    digitalSourceType: sourceType,
    softwareAgent: agent,
    ...(ingredientIds.length > 0 && { parameters: { ingredientIds } }),
  };
  return {
    claim_generator_info: [{ name: 'Reverie', version: manifest.version }],
    ingredients: [...(fromCamera ? [CAMERA] : []), ...pictures],
    // `created` marks an assertion as the signer's own rather than a third party's.
    assertions: [
      { label: 'c2pa.actions.v2', data: { actions: [...(fromCamera ? [OPENED] : []), made] }, created: true },
      {
        label: PROMPTS_LABEL,
        data: kind === 'video' ? prompts : prompts.map(({ text }) => ({ text })),
        created: true,
      },
      { label: DREAM_LABEL, data: { model, licence, seed }, created: true },
    ],
  };
}
