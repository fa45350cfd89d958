import { warning } from '../../kit/settings/finding.ts';

/** Apart from the diagnosis, so that a server that names it doesn't load every engine. */
export const NO_AI = warning(
  'the demo painter draws, which is no AI',
  'For AI video set GENERATOR=diffusion, or name an engine and its ENGINE_URL.',
);
