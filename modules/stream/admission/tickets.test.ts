import { expect, test } from 'vitest';
import { createTestClock } from '../../../tests/program.ts';
import { createTickets } from './tickets.ts';

const login = { id: 'login', endsAt: Number.POSITIVE_INFINITY };

test('a call that a login made just before its end gets a ticket that admits nobody', () => {
  const clock = createTestClock();
  const tickets = createTickets<string>(clock);
  const before = tickets.issue('dream', login);
  expect(tickets.find(before)).not.toBeNull();
  tickets.closeLogin(login.id);
  expect(tickets.find(before)).toBeNull();
  expect(tickets.find(tickets.issue('dream', login))).toBeNull();
  expect(tickets.hasEnded(login.id)).toBe(true);
  clock.advance(15 * 60_000);
  tickets.tick();
  expect(tickets.hasEnded(login.id)).toBe(false);
});
