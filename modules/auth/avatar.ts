import { createHash } from 'node:crypto';
import { fetchBounded } from '../kit/http/outgoing.ts';
import type { ImageFormat } from '../kit/images/image-order.ts';
import type { Images } from '../kit/images/images.ts';
import type { Log } from '../kit/log.ts';
import type { Storage } from '../kit/storage/storage.ts';
import { within } from '../kit/within.ts';
import type { SiteConfig } from '../web/contract/settings.ts';
import type { AuthConfig } from './contract/settings.ts';
import type { User } from './queries/people.ts';
import type { AuthStore } from './store.ts';

/** Sign-in waits for the avatar, so the timeout is short; the next sign-in retries. */
const BOUNDS = { timeoutMs: 2_500, maxBytes: 2 * 1024 * 1024 };
/** If decoding takes longer, the avatar is stored after the sign-in completes. */
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
 * Copies the avatar from the identity provider, once per source URL, so browsers never contact a third party. If it
 * can't be fetched, the current avatar stays.
 */
export async function takeAvatarOver(deps: AvatarDeps, user: User, source: string | null): Promise<void> {
  const { config, log } = deps;
  if (source === null || source === user.pictureSource || !config.oidc) return;
  if (!isProviderPicture(source, config.oidc.issuer)) return;
  const failed = (error: unknown) => log.warn('avatar not copied', { user: user.id, error });
  try {
    const { response, bytes } = await fetchBounded(source, { headers: { accept: 'image/*' } }, BOUNDS);
    if (!response.ok) throw new Error(`the avatar's host answered ${response.status}`);
    const type = response.headers.get('content-type') ?? '';
    if (!/^image\//i.test(type))
      throw new Error(`the avatar's host answered ${type.slice(0, 80) || 'no type'}`);
    await within(keep(deps, user, source, bytes).catch(failed), DECODE_TIMEOUT_MS);
  } catch (error) {
    failed(error);
  }
}

/** Stores a decoded and re-encoded copy, which strips metadata and anything appended to the file. */
async function keep({ store, storage, images }: AvatarDeps, user: User, source: string, bytes: Uint8Array) {
  const order = { source: bytes, formats: FORMATS, size: SIZE, as: 'webp', quality: 82 } as const;
  const avatar = await images.draw(user.id, order);
  if (typeof avatar === 'string') throw new Error(`the avatar is ${avatar}`);
  const name = createHash('sha256').update(avatar.bytes).digest('hex').slice(0, 32);
  await storage.put(avatarKey(user.id, name), avatar.bytes, 'image/webp');
  const isKept = await store.setPicture(user.id, `/api/avatars/${user.id}/${name}.webp`, source);
  // If the person was erased meanwhile, the new one goes, too.
  for (const key of await storage.list(avatarPrefix(user.id))) {
    if (!isKept || key !== avatarKey(user.id, name)) await storage.delete(key);
  }
}

/** Path of an avatar on the identity provider's own host. */
const PICTURE_PATH =
  /\.(jpe?g|png|webp|gif|avif|heif)$|\/(avatars?|pictures?|photos?|images?|media|thumbnails?)(\/|$)/i;

/**
 * Google serves avatars from a separate domain. Any other issuer must serve them from its own host under a path that
 * looks like an image: otherwise a profile field could make us call other URLs of the issuer.
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
