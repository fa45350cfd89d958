import { z } from 'zod';
import { m } from '../../kit/texts/m.ts';
import { SCOPES } from '../../web/contract/person.ts';

/** Distinguishes our tokens from other credentials, for people and for secret scanners. */
export const TOKEN_PREFIX = 'rvt_';
/** Tokens per person that haven't expired. */
export const MAX_TOKENS = 20;
export const MAX_TOKEN_DAYS = 365;
const NAME_MAX = 60;

/** POST /api/tokens */
export const newApiToken = z.strictObject({
  name: z
    .string()
    .trim()
    // Spaces without width, for example, would make a name that nobody sees.
    .regex(/[\p{L}\p{N}\p{P}\p{S}]/u, { error: () => m.auth_error_token_name() })
    .max(NAME_MAX, { error: () => m.auth_error_name_long({ max: NAME_MAX }) })
    .regex(/^[^\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]*$/u, {
      error: () => m.auth_error_control_characters(),
    }),
  scopes: z
    .array(z.enum(SCOPES, { error: () => m.auth_error_token_scopes() }), {
      error: () => m.auth_error_token_scopes(),
    })
    .min(1, { error: () => m.auth_error_token_scopes() })
    .max(SCOPES.length, { error: () => m.auth_error_token_scopes() }),
  days: z
    .int({ error: () => m.auth_error_token_days({ max: `${MAX_TOKEN_DAYS}` }) })
    .min(1, { error: () => m.auth_error_token_days({ max: `${MAX_TOKEN_DAYS}` }) })
    .max(MAX_TOKEN_DAYS, { error: () => m.auth_error_token_days({ max: `${MAX_TOKEN_DAYS}` }) }),
});
export type NewApiToken = z.output<typeof newApiToken>;

/** The token itself is only in this answer. */
export const newApiTokenAnswer = z.object({ id: z.string(), token: z.string() });
export type NewApiTokenAnswer = z.infer<typeof newApiTokenAnswer>;

/** A token as its owner sees it. Times are UTC without a zone suffix. */
export const apiToken = z.object({
  id: z.string(),
  name: z.string(),
  scopes: z.array(z.enum(SCOPES)),
  created_at: z.string(),
  expires_at: z.string(),
  /** To the hour; null if it was never used. */
  last_used_at: z.string().nullable(),
});
export type ApiToken = z.infer<typeof apiToken>;

/** GET /api/tokens, newest first; expired ones are listed for a month */
export const apiTokensAnswer = z.object({ tokens: z.array(apiToken) });
export type ApiTokensAnswer = z.infer<typeof apiTokensAnswer>;
