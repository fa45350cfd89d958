import { escapeHtml } from '../../kit/shared/escape-html.ts';
import { linkPath } from './short-link.ts';

/** Height of the line under the film that names the dream and the site, in px. */
export const EMBED_LINE = 44;
export const EMBED_WIDTH = 640;

/** Path of the player for other sites. */
export const embedPath = (id: string): string => `/embed/${linkPath(id).split('/').at(-1)}`;

/** Height of a frame whose film has 16:9. */
export const embedHeight = (width: number): number => Math.round((width * 9) / 16) + EMBED_LINE;

interface Embedded {
  publicUrl: string;
  id: string;
  /** For screen readers. */
  title: string;
}

/** HTML that shows a dream on another site; as wide as the page allows up to `width`. */
export function embedCode({ publicUrl, id, title }: Embedded, width: number, height: number): string {
  const attributes = {
    src: publicUrl + embedPath(id),
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
