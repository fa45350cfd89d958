import { createHash } from 'node:crypto';
import { fetchBounded } from '../../src/kit/http/outgoing.ts';
import type { ImageFormat } from '../../src/kit/images/image-order.ts';
import type { Images } from '../../src/kit/images/images.ts';
import type { Log } from '../../src/kit/log.ts';
import type { Storage } from '../../src/kit/storage/storage.ts';
import { within } from '../../src/kit/within.ts';
import type { SiteConfig } from '../../src/web/settings.ts';
import type { User } from './queries/people.ts';
import type { AuthConfig } from './settings.ts';
import type { AuthStore } from './store.ts';

/** Sign-in waits for the picture, so the timeout is short; the next sign-in retries. */
const BOUNDS = { timeoutMs: 2_500, maxBytes: 2 * 1024 * 1024 };
/** An image that takes longer to decode is stored after the sign-in. */
const DECODE_TIMEOUT_MS = 2_500;
const SIZE = { width: 192, height: 192 };
const SOURCE_MAX = 2048;
const FORMATS: readonly ImageFormat[] = ['jpeg', 'png', 'webp', 'gif', 'avif'];

export interface AvatarDeps {
  config: AuthConfig & SiteConfig;
  store: AuthStore;
  storage: Storage;
  images: Images;
  log: Log;
}

export const avatarPrefix = (userId: string) => `avatars/${userId}/`;
export const avatarKey = (userId: string, name: string) => `${avatarPrefix(userId)}${name}.webp`;

/**
 * Copies the identity provider's picture, once for each address that it names, so that browsers never request a
 * third party's host. When it can't be fetched, the current picture stays.
 */
export async function takeAvatarOver(deps: AvatarDeps, user: User, source: string | null): Promise<void> {
  const { config, log } = deps;
  if (source === null || source === user.pictureSource || !config.oidc) return;
  if (!isProviderPicture(source, config.oidc.issuer)) return;
  const failed = (error: unknown) => log.warn('picture not taken over', { user: user.id, error });
  try {
    const { response, bytes } = await fetchBounded(source, { headers: { accept: 'image/*' } }, BOUNDS);
    if (!response.ok) throw new Error(`the picture's host answered ${response.status}`);
    const type = response.headers.get('content-type') ?? '';
    if (!/^image\//i.test(type))
      throw new Error(`the picture's host answered ${type.slice(0, 80) || 'no type'}`);
    await within(keep(deps, user, source, bytes).catch(failed), DECODE_TIMEOUT_MS);
  } catch (error) {
    failed(error);
  }
}

/** Decodes and re-encodes the picture, which drops metadata and anything appended to the file, and stores it. */
async function keep({ store, storage, images }: AvatarDeps, user: User, source: string, bytes: Uint8Array) {
  const order = { source: bytes, formats: FORMATS, size: SIZE, as: 'webp', quality: 82 } as const;
  const picture = await images.draw(user.id, order);
  if (typeof picture === 'string') throw new Error(`the picture is ${picture}`);
  const name = createHash('sha256').update(picture.bytes).digest('hex').slice(0, 32);
  await storage.put(avatarKey(user.id, name), picture.bytes, 'image/webp');
  await store.setPicture(user.id, `/api/avatars/${user.id}/${name}.webp`, source);
  for (const key of await storage.list(avatarPrefix(user.id))) {
    if (key !== avatarKey(user.id, name)) await storage.delete(key);
  }
}

/** Path of identity providers' pictures, below the address of their own. */
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
