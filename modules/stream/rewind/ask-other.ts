import type { Dream } from '../../dreams/dreams.ts';
import { AppError } from '../../kit/errors.ts';
import { m } from '../../kit/texts/m.ts';
import type { AppContext } from '../../web/context.ts';
import type { Cluster } from '../cluster/cluster.ts';

const TIMEOUT_MS = 10_000;
/** The call has come from another server, so it goes no further. */
const PASSED_ON = 'Passed-On';
/** Headers that name the caller and their language. */
const SENT = ['cookie', 'authorization', 'accept-language'] as const;
const RETURNED = ['content-type', 'cache-control', 'retry-after'] as const;

/** Passes a call on to the server that records the dream: its tape is too much for the database's message bus. */
export function createAskOther({ has }: Pick<Cluster, 'has'>) {
  /** @returns null if no other server has the dream. @throws AppError 503 if that server doesn't answer */
  return async (c: AppContext, dream: Dream): Promise<Response | null> => {
    if (!has(dream) || dream.node === null) return null;
    const { pathname, search } = new URL(c.req.url);
    const headers = new Headers({ [PASSED_ON]: '1' });
    for (const name of SENT) {
      const value = c.req.header(name);
      if (value) headers.set(name, value);
    }
    const answer = c.req.header(PASSED_ON)
      ? null
      : await fetch(new URL(pathname + search, dream.node), {
          headers,
          redirect: 'manual',
          signal: AbortSignal.any([c.req.raw.signal, AbortSignal.timeout(TIMEOUT_MS)]),
        }).catch(() => null);
    const isMeant = answer?.ok || (answer && answer.status >= 400 && answer.status < 500);
    if (!answer || !isMeant) throw otherServer();
    const kept = RETURNED.flatMap((name): [string, string][] => {
      const value = answer.headers.get(name);
      return value ? [[name, value]] : [];
    });
    return new Response(answer.body, { status: answer.status, headers: kept });
  };
}

export const otherServer = () =>
  new AppError(503, 'other-server', m.stream_rewind_other_server(), { retryAfter: 2 });
