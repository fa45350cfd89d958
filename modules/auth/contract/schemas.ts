import { z } from 'zod';
import { emailAddress } from '../../kit/email-address.ts';
import { m } from '../../kit/texts/m.ts';
import { TIERS } from './tiers.ts';

export const ROLES = ['admin', 'subscribed', 'user'] as const;
export type Role = (typeof ROLES)[number];

/** The signed-in person, exactly as `/api/session` returns it and pages and islands receive it. */
export const sessionUser = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  /** URL of the avatar on this server */
  picture: z.string().nullable(),
  role: z.enum(ROLES),
  /** absent for people without a plan and for legacy subscribers */
  subscription_tier: z.enum(TIERS).optional(),
});
export type SessionUser = z.infer<typeof sessionUser>;

/** `GET /api/session`, `POST /api/refresh-session` and `POST /api/auth/google` */
export interface SessionAnswer {
  user: SessionUser;
}

/** A visitor who can have dreams: a person, or a guest without an account. */
export type Dreamer = SessionUser | Guest;

/** A visitor without an account who has one dream; every call that doesn't name guests treats them as signed out. */
export interface Guest {
  id: string;
  role: 'guest';
}

/** `POST /api/guest` */
export interface GuestAnswer {
  user: Omit<SessionUser, 'role'> & { role: 'guest' };
}

/** A login session, as live sockets need it. */
export interface Login {
  id: string;
  /** hard end of the session, regardless of use */
  endsAt: number;
  /** an API token in place of a session */
  byToken?: true;
}

/** The request's login session. */
export interface CurrentLogin extends Login {
  /** when its holder last proved who they are, if known */
  provenAt: number | null;
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
