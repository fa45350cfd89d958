import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import type { SessionUser } from '../contract/person.ts';
import { firstName, HomePage } from './home.tsx';

const home = (person: Partial<SessionUser> | null, sellsPlans = true, freeDreams = 0, guestSeconds = 0) =>
  renderToStaticMarkup(
    <HomePage
      promo={null}
      sellsPlans={sellsPlans}
      freeDreams={freeDreams}
      guestSeconds={guestSeconds}
      person={
        person && { id: 'p', email: 'ada@example.com', picture: null, name: '', role: 'user', ...person }
      }
    />,
  );

describe('the start page', () => {
  test('invites a signed-out visitor', () => {
    expect(home(null)).toContain('Speak your dreams into reality');
  });

  test.each(['admin', 'subscribed'] as const)('greets a person with the role %s', (role) => {
    expect(home({ role, name: ' Ada Lovelace' })).toContain('Welcome back, Ada. Your dreamboard awaits.');
    expect(home({ role })).toContain('Welcome back, Dreamer. Your dreamboard awaits.');
  });

  test('offers a plan to a trial user', () => {
    expect(home({ role: 'user' })).toMatch(/href="\/checkout">Subscribe<.*href="\/dreamboard"/s);
  });

  test('puts free dreams first, before the specified buttons', () => {
    expect(home({ role: 'user' }, true, 3)).toMatch(
      /href="\/stream">Start dreaming · 3 left<.*href="\/checkout">Subscribe<.*href="\/dreamboard">Try it first</s,
    );
    expect(home({ role: 'user' })).not.toContain('Start dreaming ·');
  });

  test('has a prompt line that needs no script and puts nothing into an address', () => {
    for (const person of [null, { role: 'user' as const }, { role: 'admin' as const }]) {
      const html = home(person);
      expect(html).toMatch(/<form [^>]*action="\/stream" method="post"><input [^>]*name="words"/);
      expect(html.match(/<button type="submit" value="[^"]+" name="words"/g)).toHaveLength(3);
    }
  });

  test('tells a stranger that the first dream needs no account, where it is so', () => {
    expect(home(null, true, 0, 60)).toContain('Your first dream needs no account and lasts 60 seconds.');
    expect(home(null)).not.toContain('needs no account');
  });

  test('has no links to plans if none are sold', () => {
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
