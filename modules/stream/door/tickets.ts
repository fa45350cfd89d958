import type { Clock } from '../../../src/kit/clock.ts';
import { newToken } from '../../../src/kit/ids.ts';
import type { Login } from '../../auth/schemas.ts';

const TICKET_MS = 30_000;

interface Ticket<Purpose> {
  /** what it lets in to */
  purpose: Purpose;
  /** the login that asked for it; its end closes the socket */
  login: Login;
  /** in monotonic time: a ticket lives in this process alone */
  expiresAt: number;
}

export type Tickets<Purpose> = ReturnType<typeof createTickets<Purpose>>;

/** Tickets that admit a browser's socket: for one purpose, one login, once and soon. */
export function createTickets<Purpose>(clock: Clock) {
  const tickets = new Map<string, Ticket<Purpose>>();

  return {
    issue(purpose: Purpose, login: Login): string {
      const key = newToken();
      tickets.set(key, { purpose, login, expiresAt: clock.monotonic() + TICKET_MS });
      return key;
    },

    /** The ticket, while it is valid. */
    find(key: string): Ticket<Purpose> | null {
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
