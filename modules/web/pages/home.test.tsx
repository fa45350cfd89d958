import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import type { SessionUser } from '../../auth/contract/schemas.ts';
import { firstName, HomePage } from './home.tsx';

const home = (person: Partial<SessionUser> | null, sellsPlans = true) =>
  renderToStaticMarkup(
    <HomePage
      promo={null}
      sellsPlans={sellsPlans}
      person={
        person && { id: 'p', email: 'ada@example.com', picture: null, name: '', role: 'user', ...person }
      }
    />,
  );

describe('the start page', () => {
  test('invites a stranger', () => {
    expect(home(null)).toContain('Speak your dreams into reality');
  });

  test.each(['admin', 'subscribed'] as const)('greets a person with the role %s', (role) => {
    expect(home({ role, name: ' Ada Lovelace' })).toContain('Welcome back, Ada. Your dreamboard awaits.');
    expect(home({ role })).toContain('Welcome back, Dreamer. Your dreamboard awaits.');
  });

  test('offers a plan to a person on trial', () => {
    expect(home({ role: 'user' })).toMatch(/href="\/checkout">Subscribe<.*href="\/dreamboard"/s);
  });

  test('leads nobody to plans where none are sold', () => {
    const html = home({ role: 'user', name: 'Ada' }, false);
    expect(html).toContain('Welcome back, Ada. Your dreamboard awaits.');
    expect(html).not.toContain('/checkout');
  });

  test('gets any other role started', () => {
    expect(home({ role: 'guest' as 'user' })).toContain('Get Started');
  });
});

test('a first name is the first word', () => {
  expect(['Ada Lovelace', '  Ada', '', '   '].map(firstName)).toEqual(['Ada', 'Ada', 'Dreamer', 'Dreamer']);
});
