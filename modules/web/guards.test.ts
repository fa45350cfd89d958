import type { Context } from 'hono';
import { expect, test } from 'vitest';
import type { AppEnv } from './context.ts';
import { ROLES, type Role, type SessionUser } from './contract/person.ts';
import { guardTarget, requireAdmin } from './guards.ts';

const person = (role: Role): SessionUser => ({
  id: 'p',
  name: 'Ada',
  email: 'a@example.com',
  picture: null,
  role,
});

test('redirects signed-out visitors to the start page, or to the page’s target', () => {
  expect(guardTarget(null, {})).toBe('/');
  expect(guardTarget(null, { role: 'admin' })).toBe('/');
  expect(guardTarget(null, { signedOutTo: '/unauthorized' })).toBe('/unauthorized');
});

test.each([
  ['admin', 'admin', null],
  ['admin', 'subscribed', null],
  ['admin', 'user', null],
  ['subscribed', 'admin', '/unauthorized'],
  ['subscribed', 'subscribed', null],
  ['subscribed', 'user', null],
  ['user', 'admin', '/unauthorized'],
  ['user', 'subscribed', '/unauthorized'],
  ['user', 'user', null],
] as const)('%s where %s is required', (role, required, target) => {
  expect(guardTarget(person(role), { role: required })).toBe(target);
});

test('redirects an excluded role to the dreamboard or a given page, even admins if named', () => {
  for (const role of ROLES) {
    expect(guardTarget(person(role), { exclude: [role] })).toBe('/dreamboard');
    expect(guardTarget(person(role), { exclude: [role], excludedTo: '/settings' })).toBe('/settings');
    expect(guardTarget(person(role), { exclude: ROLES.filter((other) => other !== role) })).toBeNull();
  }
});

test('checks exclusion before the required role', () => {
  expect(guardTarget(person('user'), { role: 'admin', exclude: ['user'] })).toBe('/dreamboard');
});

test('admin calls are for admins: 401 if signed out, 403 for everyone else', () => {
  const asked = (by: SessionUser | null) => () =>
    requireAdmin({ get: () => by } as unknown as Context<AppEnv>);
  expect(asked(null)).toThrow(expect.objectContaining({ status: 401 }));
  expect(asked(person('subscribed'))).toThrow(expect.objectContaining({ status: 403 }));
  expect(asked(person('admin'))()).toMatchObject({ role: 'admin' });
});
