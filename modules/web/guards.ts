import type { Context, MiddlewareHandler } from 'hono';
import { forbidden, unauthorized } from '../kit/errors.ts';
import type { AppEnv } from './context.ts';
import type { Dreamer, Login, Role, SessionUser } from './contract/person.ts';

export interface GuardRules {
  /** Role that a visitor needs; admin always passes, subscribed also satisfies user. */
  role?: Role;
  /** Roles that are redirected away, even admin if listed. */
  exclude?: readonly Role[];
  /** Redirect target for excluded roles. */
  excludedTo?: string;
  /** Redirect target for signed-out visitors. */
  signedOutTo?: string;
}

/** The path to redirect to, or null if the visitor may see the page. */
export function guardTarget(person: SessionUser | null, rules: GuardRules): string | null {
  if (!person) return rules.signedOutTo ?? '/';
  if (rules.exclude?.includes(person.role)) return rules.excludedTo ?? '/dreamboard';
  if (rules.role && !satisfies(person.role, rules.role)) return '/unauthorized';
  return null;
}

function satisfies(role: Role, required: Role): boolean {
  return role === 'admin' || role === required || (role === 'subscribed' && required === 'user');
}

export function guardPage(rules: GuardRules = {}): MiddlewareHandler<AppEnv> {
  return async function pageGuard(c, next) {
    const target = guardTarget(c.get('person'), rules);
    if (target) return c.redirect(target, 302);
    return next();
  };
}

/** The caller of an API route. @throws AppError 401 */
export function requirePerson(c: Context<AppEnv>): SessionUser {
  const person = c.get('person');
  if (!person) throw unauthorized();
  return person;
}

/** The caller of a live dream's API route: a person or a guest, with their login. @throws AppError 401 */
export function requireDreamer(c: Context<AppEnv>): { dreamer: Dreamer; login: Login } {
  const [person, login, guest] = [c.get('person'), c.get('login'), c.get('guest')];
  if (person && login) return { dreamer: person, login };
  if (!guest) throw unauthorized();
  return { dreamer: guest.guest, login: guest.login };
}

/** Call first in admin routes. @throws AppError 401 or 403 */
export function requireAdmin(c: Context<AppEnv>): SessionUser {
  const person = requirePerson(c);
  if (person.role !== 'admin') throw forbidden();
  return person;
}
