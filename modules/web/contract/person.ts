import { z } from 'zod';
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

/** A visitor who can have dreams: a person, or a guest without an account. */
export type Dreamer = SessionUser | Guest;

/** A visitor without an account who has one dream; every call that doesn't name guests treats them as signed out. */
export interface Guest {
  id: string;
  role: 'guest';
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

/** Groups of calls that a token may make; `admin:read` only works while its owner is an admin. */
export const SCOPES = ['dreams:read', 'dreams:write', 'stream', 'admin:read'] as const;
export type Scope = (typeof SCOPES)[number];
