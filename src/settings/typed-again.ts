import { withoutQuotes } from '../../modules/kit/settings/setting.ts';
import type { SettingName } from '../config.ts';
import type { Texts } from './kept-settings.ts';

interface Travels {
  secret: SettingName;
  /** Settings that determine the server that receives the secret. */
  to: readonly SettingName[];
  /** A secret that replaces this one if set. */
  unless?: SettingName;
}

/**
 * Secrets stored separately from the address they are sent to. (Addresses that contain their password are always typed
 * in full.)
 */
export const TRAVELS: readonly Travels[] = [
  { secret: 'STRIPE_SECRET_KEY', to: ['STRIPE_API_BASE'] },
  { secret: 'LLM_API_KEY', to: ['LLM_BASE_URL'] },
  { secret: 'ANTHROPIC_API_KEY', to: ['ANTHROPIC_BASE_URL'] },
  { secret: 'ASR_API_KEY', to: ['ASR_BASE_URL'] },
  { secret: 'MODERATION_API_KEY', to: ['MODERATION_BASE_URL'] },
  { secret: 'SAFETY_API_KEY', to: ['SAFETY_URL'] },
  // Each generator has its own engine, with its own default address.
  { secret: 'ENGINE_KEY', to: ['ENGINE_URL', 'GENERATOR'] },
  { secret: 'RUNPOD_API_KEY', to: ['RUNPOD_API_BASE'] },
  { secret: 'OIDC_CLIENT_SECRET', to: ['OIDC_ISSUER'] },
  { secret: 'GOOGLE_CLIENT_SECRET', to: ['OIDC_ISSUER'], unless: 'OIDC_CLIENT_SECRET' },
];

/**
 * Secrets that were not typed with these changes but would now be sent to a different server.
 * @param after the settings after the changes, including the environment's
 */
export function untypedSecrets(
  before: Texts,
  after: Texts,
  changes: Readonly<Record<string, string | null>>,
): { name: SettingName; because: SettingName }[] {
  return TRAVELS.flatMap(({ secret, to, unless }) => {
    const stays = (texts: Texts) => unless !== undefined && textOf(texts, unless) !== undefined;
    if (textOf(after, secret) === undefined || stays(after) || textOf(changes, secret)) return [];
    // A secret that was replaced by another one was never sent, so every address is new to it.
    const known = stays(before) ? {} : before;
    const another = to.find((name) => {
      const address = textOf(after, name);
      return address !== undefined && address !== textOf(known, name);
    });
    return another ? [{ name: secret, because: another }] : [];
  });
}

/** The effective value of a setting: empty text and a pair of quotes count as unset. */
const textOf = (texts: Readonly<Record<string, string | null>>, name: string): string | undefined =>
  withoutQuotes(texts[name]?.trim() ?? '') || undefined;
