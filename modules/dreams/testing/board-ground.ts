import { expect } from 'vitest';
import { startProgram, type TestProgram, type Visitor } from '../../../tests/program.ts';
import { openLoginSession } from '../../auth/session/sign-in.ts';
import { newId } from '../../kit/ids.ts';
import type { Session, SessionsAnswer } from '../contract/schemas.ts';
import { dreams } from '../tables.ts';

export interface Someone extends Visitor {
  id: string;
}

export type BoardGround = Awaited<ReturnType<typeof startBoardGround>>;

/** A running program with people, their dreams and their requests. */
export async function startBoardGround(env: Record<string, string> = {}) {
  const program: TestProgram = await startProgram(env);
  let born = 0;

  async function signIn(visitor: Visitor, userId: string) {
    const from = { userAgent: undefined, address: 'test' };
    visitor.jar.set('sid', await openLoginSession(program.signIn, userId, from));
  }

  return {
    program,
    signIn,

    async someone(role: 'user' | 'admin' = 'user'): Promise<Someone> {
      const email = `${newId()}@example.com`;
      const user = await program.accounts.createUser({ name: 'Robin', email, picture: null, role });
      const visitor = program.visitor({ accept: 'application/json' }, newId());
      await signIn(visitor, user.id);
      return { ...visitor, id: user.id };
    },

    /** A finished dream, each one second younger than the one before. */
    async dreamOf(person: Someone, more: Partial<typeof dreams.$inferInsert> = {}): Promise<string> {
      const id = newId();
      born += 1;
      const startedAt = more.startedAt ?? 1_790_000_000_000 + born * 1000;
      await program.db.orm.insert(dreams).values({
        id,
        userId: person.id,
        rpJobId: `local-${id}`,
        jobStatus: 'DONE',
        serverStatus: 'READY',
        requestedAt: startedAt - 500,
        startedAt,
        endedAt: startedAt + 500,
        chargedAt: startedAt,
        limitSeconds: 300,
        seed: 1,
        ...more,
      });
      return id;
    },
  };
}

export const send = (person: Visitor, method: string, path: string, body: unknown) =>
  person.send(method, path, {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

export const rename = (person: Visitor, id: string, dream_name: unknown) =>
  send(person, 'PATCH', `/api/media-rename/${id}`, { dream_name });

export const hide = (person: Visitor, session_ids: unknown) =>
  send(person, 'PATCH', '/api/sessions/hide', { session_ids });

export const detailOf = async (person: Visitor, id: string) =>
  (await (await person.get(`/api/sessions/${id}`)).json()) as Session & Record<string, unknown>;

/** @param query starts with `&` */
export const pageOf = async (person: Visitor, query = '') =>
  (await (await person.get(`/api/sessions?_t=1${query}`)).json()) as SessionsAnswer;

export const idsOf = ({ sessions }: { sessions: Pick<Session, 'session_id'>[] }) =>
  sessions.map(({ session_id }) => session_id);

/** Fetches all pages. */
export async function allPages(person: Visitor, query: string): Promise<Session[]> {
  const all: Session[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const answer: SessionsAnswer = await pageOf(person, `${query}${cursor && `&cursor=${cursor}`}`);
    expect(answer.sessions.length).toBeLessThanOrEqual(60);
    all.push(...answer.sessions);
    cursor = answer.nextCursor;
  }
  return all;
}
