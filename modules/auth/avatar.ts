import { createHash } from 'node:crypto';
import type { Log } from '../../src/kit/log.ts';
import { fetchBounded } from '../../src/kit/outgoing.ts';
import type { Storage } from '../../src/kit/storage.ts';
import type { SiteConfig } from '../../src/web/settings.ts';
import type { User } from './queries/people.ts';
import type { AuthConfig } from './settings.ts';
import type { AuthStore } from './store.ts';

/** Sign-in waits for the picture, so the timeout is short; the next sign-in retries. */
const BOUNDS = { timeoutMs: 2_500, maxBytes: 2 * 1024 * 1024 };
const SIZE = 192;
const SOURCE_MAX = 2048;
const MAX_PIXELS = 4096 * 4096;
const FORMATS = new Set(['jpeg', 'png', 'webp', 'gif', 'avif', 'heif']);

export interface AvatarDeps {
  config: AuthConfig & SiteConfig;
  store: AuthStore;
  storage: Storage;
  log: Log;
}

export const avatarPrefix = (userId: string) => `avatars/${userId}/`;
export const avatarKey = (userId: string, name: string) => `${avatarPrefix(userId)}${name}.webp`;

/**
 * Copies the identity provider's picture, once for each address that it names, so that browsers never request a
 * third party's host. When it can't be fetched, the current picture stays.
 */
export async function takeAvatarOver(deps: AvatarDeps, user: User, source: string | null): Promise<void> {
  const { config, store, storage, log } = deps;
  if (source === null || source === user.pictureSource || !config.oidc) return;
  if (!isProviderPicture(source, config.oidc.issuer)) return;
  try {
    const { response, bytes } = await fetchBounded(source, { headers: { accept: 'image/*' } }, BOUNDS);
    if (!response.ok) throw new Error(`the picture's host answered ${response.status}`);
    const type = response.headers.get('content-type') ?? '';
    if (!/^image\//i.test(type))
      throw new Error(`the picture's host answered ${type.slice(0, 80) || 'no type'}`);
    const picture = await redraw(bytes);
    const name = createHash('sha256').update(picture).digest('hex').slice(0, 32);
    await storage.put(avatarKey(user.id, name), picture, 'image/webp');
    await store.setPicture(user.id, `/api/avatars/${user.id}/${name}.webp`, source);
    for (const key of await storage.list(avatarPrefix(user.id))) {
      if (key !== avatarKey(user.id, name)) await storage.delete(key);
    }
  } catch (error) {
    log.warn('picture not taken over', { user: user.id, error });
  }
}

/** Where identity providers keep pictures, below the address of their own. */
const PICTURE_PATH =
  /\.(jpe?g|png|webp|gif|avif|heif)$|\/(avatars?|pictures?|photos?|images?|media|thumbnails?)(\/|$)/i;

/**
 * Google keeps pictures on a domain of its own. Any other issuer must serve them from its own host, at an address
 * that names a picture: what people may write into their profile there must not have us call the issuer's other
 * addresses.
 */
export function isProviderPicture(source: string, issuer: string): boolean {
  if (source.length > SOURCE_MAX || !URL.canParse(source)) return false;
  const { protocol, hostname, port, username, password, pathname } = new URL(source);
  const home = new URL(issuer);
  if (username !== '' || password !== '') return false;
  if (home.hostname === 'accounts.google.com') {
    return protocol === 'https:' && port === '' && hostname.endsWith('.googleusercontent.com');
  }
  const isHome = protocol === home.protocol && hostname === home.hostname && port === home.port;
  return isHome && PICTURE_PATH.test(pathname);
}

/** Decodes and re-encodes the picture, which drops metadata and anything appended to the file. */
async function redraw(bytes: Uint8Array): Promise<Buffer> {
  // Most starts never need the codecs.
  const { default: sharp } = await import('sharp');
  const image = sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error', pages: 1 });
  const { format } = await image.metadata();
  if (!FORMATS.has(format)) throw new Error(`${format} is not a picture that is taken`);
  return image.rotate().resize(SIZE, SIZE, { fit: 'cover' }).webp({ quality: 82 }).toBuffer();
}
