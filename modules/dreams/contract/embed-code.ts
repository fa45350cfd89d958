import { escapeHtml } from '../../kit/shared/escape-html.ts';
import { linkPath } from './short-link.ts';

/** Height of the line under the film that names the dream and the site, in px. */
export const EMBED_LINE = 44;
export const EMBED_WIDTH = 640;

/** Path of the player for other sites, and of the one for a live dream by its audience's link. */
export const embedPath = (id: string): string => `/embed/${linkPath(id).split('/').at(-1)}`;

export const liveEmbedPath = (watchId: string): string => `/embed/live/${watchId}`;

/** Height of a frame whose film has 16:9. */
export const embedHeight = (width: number): number => Math.round((width * 9) / 16) + EMBED_LINE;

interface Embedded {
  /** Absolute address of the player. */
  src: string;
  /** For screen readers. */
  title: string;
}

/** HTML that shows a dream on another site; as wide as the page allows up to `width`. */
export function embedCode(
  { src, title }: Embedded,
  width = EMBED_WIDTH,
  height = embedHeight(width),
): string {
  const attributes = {
    src,
    width: String(width),
    height: String(height),
    title,
    style: 'border:0;max-width:100%',
    allow: 'autoplay; fullscreen; picture-in-picture',
    loading: 'lazy',
  };
  const written = Object.entries(attributes).map(([name, value]) => `${name}="${escapeHtml(value)}"`);
  return `<iframe ${written.join(' ')} allowfullscreen></iframe>`;
}
