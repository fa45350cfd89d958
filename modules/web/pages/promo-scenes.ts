import { m } from '../../kit/texts/m.ts';

/** Seconds that each scene of the promo video is shown. */
export const SCENE_SECONDS = 3.6;

/** Rounded up. A scene follows its prompt with a fade; the first one fades in at the end of the loop. */
export const FADE_SECONDS = 1.25;

/** Prompts of the promo video, each drawn on the scene before. `tests/make-promo.ts` draws the English ones. */
export const PROMO_PROMPTS = [
  m.web_promo_lighthouse,
  m.web_promo_storm,
  m.web_promo_night,
  m.web_promo_winter,
] as const;

/** The prompts with the seconds at which the video starts to follow them, as JSON for the page's script. */
export const promoScript = () =>
  JSON.stringify(PROMO_PROMPTS.map((prompt, scene) => [scene * SCENE_SECONDS - FADE_SECONDS, prompt()]));
