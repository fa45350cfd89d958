import type { SettingName } from '../config.ts';
import { withoutQuotes } from '../kit/settings/setting.ts';
import type { Texts } from './kept-settings.ts';

interface Travels {
  secret: SettingName;
  /** settings that name the server which gets it */
  to: readonly SettingName[];
  /** the secret that is sent in its place where this is set */
  unless?: SettingName;
}

/** Secrets of a setting of their own, and where they go. Addresses that hold their password are typed whole anyway. */
export const TRAVELS: readonly Travels[] = [
  { secret: 'STRIPE_SECRET_KEY', to: ['STRIPE_API_BASE'] },
  { secret: 'LLM_API_KEY', to: ['LLM_BASE_URL'] },
  { secret: 'ANTHROPIC_API_KEY', to: ['ANTHROPIC_BASE_URL'] },
  { secret: 'ASR_API_KEY', to: ['ASR_BASE_URL'] },
  { secret: 'MODERATION_API_KEY', to: ['MODERATION_BASE_URL'] },
  { secret: 'SAFETY_API_KEY', to: ['SAFETY_URL'] },
  // Each generator has an engine of its own, at an address of its own by default.
  { secret: 'ENGINE_KEY', to: ['ENGINE_URL', 'GENERATOR'] },
  { secret: 'RUNPOD_API_KEY', to: ['RUNPOD_API_BASE'] },
  { secret: 'OIDC_CLIENT_SECRET', to: ['OIDC_ISSUER'] },
  { secret: 'GOOGLE_CLIENT_SECRET', to: ['OIDC_ISSUER'], unless: 'OIDC_CLIENT_SECRET' },
];

/**
 * Secrets that are set, were not typed with these changes, and would go to another server than before.
 * @param after the settings as they would be, those of the environment among them
 */
export function untypedSecrets(
  before: Texts,
  after: Texts,
  changes: Readonly<Record<string, string | null>>,
): { name: SettingName; because: SettingName }[] {
  return TRAVELS.flatMap(({ secret, to, unless }) => {
    const stays = (texts: Texts) => unless !== undefined && textOf(texts, unless) !== undefined;
    if (textOf(after, secret) === undefined || stays(after) || textOf(changes, secret)) return [];
    // One that another secret stood in for went nowhere before, so every address is new to it.
    const known = stays(before) ? {} : before;
    const another = to.find((name) => {
      const address = textOf(after, name);
      return address !== undefined && address !== textOf(known, name);
    });
    return another ? [{ name: secret, because: another }] : [];
  });
}

/** A setting as the program reads it: one that is empty, or a pair of quotes, is not set. */
const textOf = (texts: Readonly<Record<string, string | null>>, name: string): string | undefined =>
  withoutQuotes(texts[name]?.trim() ?? '') || undefined;
