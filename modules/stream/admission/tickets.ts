import type { Clock } from '../../kit/clock.ts';
import { newToken } from '../../kit/ids.ts';
import type { Login } from '../../web/contract/person.ts';

const TICKET_MS = 30_000;
/** Longer than any call that may still ask for a ticket with a login that has ended. */
const ENDED_MS = 10 * 60_000;

interface Ticket<Purpose> {
  /** the access that it grants */
  purpose: Purpose;
  /** the login that requested it; the socket closes when the login ends */
  login: Login;
  /** monotonic: tickets never leave this process */
  expiresAt: number;
}

export type Tickets<Purpose> = ReturnType<typeof createTickets<Purpose>>;

/** Short-lived, single-use tickets for browser sockets, each tied to a login and a purpose. */
export function createTickets<Purpose>(clock: Clock) {
  const tickets = new Map<string, Ticket<Purpose>>();
  /** logins that have ended, with the time */
  const ended = new Map<string, number>();

  return {
    /** The ticket of a login that has ended meanwhile admits nobody. */
    issue(purpose: Purpose, login: Login): string {
      const key = newToken();
      if (!ended.has(login.id))
        tickets.set(key, { purpose, login, expiresAt: clock.monotonic() + TICKET_MS });
      return key;
    },

    find(key: string): Ticket<Purpose> | null {
      const ticket = tickets.get(key);
      return ticket && clock.monotonic() < ticket.expiresAt ? ticket : null;
    },

    spend: (key: string) => tickets.delete(key),

    /** True for a login that ended within the last minutes. */
    hasEnded: (loginId: string) => ended.has(loginId),

    closeLogin(loginId: string): void {
      ended.set(loginId, clock.monotonic());
      for (const [key, ticket] of tickets) {
        if (ticket.login.id === loginId) tickets.delete(key);
      }
    },

    tick(): void {
      const now = clock.monotonic();
      for (const [key, { expiresAt }] of tickets) {
        if (expiresAt <= now) tickets.delete(key);
      }
      for (const [loginId, at] of ended) {
        if (now - at > ENDED_MS) ended.delete(loginId);
      }
    },
  };
}
