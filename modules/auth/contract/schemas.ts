import { z } from 'zod';
import { emailAddress } from '../../kit/email-address.ts';
import { m } from '../../kit/texts/m.ts';
import type { SessionUser } from '../../web/contract/person.ts';

/** `GET /api/session`, `POST /api/refresh-session` and `POST /api/auth/google` */
export interface SessionAnswer {
  user: SessionUser;
}

/** `POST /api/guest` */
export interface GuestAnswer {
  user: Omit<SessionUser, 'role'> & { role: 'guest' };
}

export const googleSignIn = z.strictObject({ token: z.string().min(1).max(4096) });
const NAME_MAX = 100;

export const personName = z
  .string()
  .trim()
  .min(1, { error: () => m.auth_error_name_empty() })
  .max(NAME_MAX, { error: () => m.auth_error_name_long({ max: NAME_MAX }) })
  .regex(/^\P{Cc}*$/u, { error: () => m.auth_error_control_characters() });
/** As browsers send it; the verifier checks the contents. */
const credential = z.looseObject({
  id: z.string().max(1400),
  rawId: z.string(),
  response: z.looseObject({}),
});
export const passkeyAnswer = z.strictObject({ response: credential });
export const newPasskey = z.strictObject({
  name: z
    .string()
    .trim()
    .min(1, { error: () => m.auth_error_passkey_name() })
    .max(60)
    .regex(/^\P{Cc}*$/u, { error: () => m.auth_error_control_characters() }),
  response: credential,
});

export const emailSignIn = z.strictObject({
  email: emailAddress(m.auth_error_email),
  next: z.string().max(512).optional(),
});
