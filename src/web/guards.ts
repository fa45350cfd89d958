import type { Context, MiddlewareHandler } from 'hono';
import type { Role, SessionUser } from '../../modules/auth/schemas.ts';
import { forbidden, unauthorized } from '../kit/errors.ts';
import type { AppEnv } from './context.ts';

export interface GuardRules {
  /** the role that a visitor needs; admin passes always, subscribed satisfies user */
  role?: Role;
  /** roles that are sent away, admin included where it is named */
  exclude?: readonly Role[];
  /** where excluded roles go */
  excludedTo?: string;
  /** where signed-out visitors go */
  signedOutTo?: string;
}

/** Path that a visitor is sent to instead of the page, or null where the page may be shown. */
export function guardTarget(person: SessionUser | null, rules: GuardRules): string | null {
  if (!person) return rules.signedOutTo ?? '/';
  if (rules.exclude?.includes(person.role)) return rules.excludedTo ?? '/dreamboard';
  if (rules.role && !satisfies(person.role, rules.role)) return '/unauthorized';
  return null;
}

function satisfies(role: Role, required: Role): boolean {
  return role === 'admin' || role === required || (role === 'subscribed' && required === 'user');
}

/** Guards a page. */
export function guardPage(rules: GuardRules = {}): MiddlewareHandler<AppEnv> {
  return async function pageGuard(c, next) {
    const target = guardTarget(c.get('person'), rules);
    if (target) return c.redirect(target, 302);
    return next();
  };
}

/** The signed-in caller of a call. @throws AppError 401 */
export function requirePerson(c: Context<AppEnv>): SessionUser {
  const person = c.get('person');
  if (!person) throw unauthorized();
  return person;
}

/** Guards admin calls before anything else is looked at. @throws AppError 401 or 403 */
export function requireAdmin(c: Context<AppEnv>): SessionUser {
  const person = requirePerson(c);
  if (person.role !== 'admin') throw forbidden();
  return person;
}
