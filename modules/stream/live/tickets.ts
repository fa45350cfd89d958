import type { Clock } from '../../../src/kit/clock.ts';
import { newToken } from '../../../src/kit/ids.ts';
import type { Login } from '../../auth/schemas.ts';

const TICKET_MS = 30_000;

interface Ticket {
  dreamId: string;
  /** the login session that asked for it; its end closes the socket */
  login: Login;
  /** in monotonic time: a ticket lives in this process alone */
  expiresAt: number;
}

/** What lets a viewer's socket in: for one dream, one login, once and soon. */
export function createTickets(clock: Clock) {
  const tickets = new Map<string, Ticket>();

  return {
    issue(dreamId: string, login: Login): string {
      const key = newToken();
      tickets.set(key, { dreamId, login, expiresAt: clock.monotonic() + TICKET_MS });
      return key;
    },

    /** The ticket, as long as it is worth something. */
    find(key: string): Ticket | null {
      const ticket = tickets.get(key);
      return ticket && clock.monotonic() < ticket.expiresAt ? ticket : null;
    },

    spend: (key: string) => tickets.delete(key),

    closeLogin(loginId: string): void {
      for (const [key, ticket] of tickets) {
        if (ticket.login.id === loginId) tickets.delete(key);
      }
    },

    tick(): void {
      const now = clock.monotonic();
      for (const [key, { expiresAt }] of tickets) {
        if (expiresAt <= now) tickets.delete(key);
      }
    },
  };
}
