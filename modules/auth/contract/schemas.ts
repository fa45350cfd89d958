import { z } from 'zod';
import { emailAddress } from '../../kit/email-address.ts';
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

/** A login session, as live sockets need it. */
export interface Login {
  id: string;
  /** hard end of the session, regardless of use */
  endsAt: number;
}

/** The request's login session. */
export interface CurrentLogin extends Login {
  /** when its holder last proved who they are, if known */
  provenAt: number | null;
}

export const googleSignIn = z.strictObject({ token: z.string().min(1).max(4096) });
export const personName = z
  .string()
  .trim()
  .min(1, 'Please type a name.')
  .max(100, 'A name has at most 100 characters.')
  .regex(/^\P{Cc}*$/u, 'must not hold control characters');
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
    .min(1, 'Give the passkey a name.')
    .max(60)
    .regex(/^\P{Cc}*$/u, 'must not hold control characters'),
  response: credential,
});

export const emailSignIn = z.strictObject({
  email: emailAddress('Please enter a valid e-mail address.'),
  next: z.string().max(512).optional(),
});
