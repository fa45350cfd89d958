import { FRAME_HEIGHT, FRAME_WIDTH } from '../../protocol/format.ts';
import { EMBED_LINE, EMBED_WIDTH, embedCode, embedHeight, embedPath } from '../contract/embed-code.ts';
import type { OembedAnswer } from '../contract/oembed-schemas.ts';
import { idOfShortLink } from '../contract/short-link.ts';

const ADDRESS_MAX = 2000;
const DREAM = /^\/(?:d|embed|api\/d)\/([\w-]{1,64})(?:\.mp4)?\/?$/;
/** Pages that only their owner sees, whether or not the dream exists. */
const PRIVATE = /^\/(session|dreamboard|collections|trash|stream)\b/;

/** The target of an address of ours: a dream's id, a page that isn't public, or nothing that can be embedded. */
export function readLink(address: string, origin: string): { id: string } | 'private' | null {
  if (address.length > ADDRESS_MAX || !URL.canParse(address)) return null;
  const url = new URL(address);
  if (url.origin !== new URL(origin).origin || url.username || url.password) return null;
  const [, name] = DREAM.exec(url.pathname) ?? [];
  if (name === undefined) return PRIVATE.test(url.pathname) ? 'private' : null;
  return { id: idOfShortLink(name) ?? name };
}

interface Described {
  id: string;
  title: string;
  publicUrl: string;
  appName: string;
  /** Path of a still with the film's size, and of a small one with its own; null without one. */
  poster: string | null;
  thumbnail: { path: string; width: number; height: number } | null;
  maxWidth: number;
  maxHeight: number;
}

/** An oEmbed answer of the type `video`, within the caller's bounds (https://oembed.com). */
export function describeEmbed(dream: Described): OembedAnswer {
  const { id, title, publicUrl, appName, maxWidth, maxHeight } = dream;
  const widest = Math.min(EMBED_WIDTH, maxWidth, Math.floor(((maxHeight - EMBED_LINE) * 16) / 9));
  const width = Math.max(1, widest);
  const height = Math.min(embedHeight(width), maxHeight);
  const full = dream.poster && { path: dream.poster, width: FRAME_WIDTH, height: FRAME_HEIGHT };
  const still = [full, dream.thumbnail].find(
    (one) => one && one.width <= maxWidth && one.height <= maxHeight,
  );
  return {
    version: '1.0',
    type: 'video',
    provider_name: appName,
    provider_url: publicUrl,
    title,
    html: embedCode({ src: publicUrl + embedPath(id), title }, width, height),
    width,
    height,
    ...(still && {
      thumbnail_url: publicUrl + still.path,
      thumbnail_width: still.width,
      thumbnail_height: still.height,
    }),
  };
}
