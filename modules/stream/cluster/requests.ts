import type { EndReason } from '../../dreams/contract/dream-end.ts';
import type { Dream, DreamRepository } from '../../dreams/dreams.ts';
import { toAppError } from '../../kit/errors.ts';
import { inCodes } from '../../kit/texts/in-codes.ts';
import { BASE_LOCALE, currentLocale, inLocale, type Locale } from '../../kit/texts/locale.ts';
import { m } from '../../kit/texts/m.ts';
import type { FleetNode } from '../../nodes/nodes.ts';
import type { Score } from '../../scores/contract/score.ts';
import type { Login } from '../../web/contract/person.ts';
import { reportHere } from '../admission/connect.ts';
import { endLive } from '../admission/stop-live.ts';
import type { WatchCall } from '../audience/watch-call.ts';
import { watchHere } from '../audience/watching.ts';
import type { KeptImage } from '../images/keep-image.ts';
import type { ClipCall } from '../rewind/keep-clip.ts';
import type { ClipRefusal, Cluster, ClusterMember } from './cluster.ts';

/** Requests to the server that has a dream's room, by kind. Answers are in the language of the request. */
interface Requests {
  connect: { dreamId: string; login: Login };
  end: { dreamId: string; reason: EndReason };
  picture: { dreamId: string; control: string; kept: KeptImage | null };
  score: { dreamId: string; score: Score; restarts: boolean };
  latest: { dreamId: string };
  clip: { dreamId: string; call: ClipCall };
  watch: { dreamId: string } & Pick<WatchCall, 'audience' | 'visitor'>;
}

type DreamRequests = Pick<
  Cluster,
  'has' | 'movedFrom' | 'connect' | 'end' | 'giveImage' | 'setScore' | 'latestFrame' | 'keepClip' | 'watch'
>;

export function createRequests(nodes: FleetNode, repository: Pick<DreamRepository, 'find'>): DreamRequests {
  const has = ({ node, endedAt }: Dream) => node !== null && node !== nodes.self && endedAt === null;

  async function ask<K extends keyof Requests, Answer>(
    dream: Dream,
    kind: K,
    request: Omit<Requests[K], 'dreamId'>,
  ): Promise<Answer | null> {
    if (!has(dream)) return null;
    const asked = { dreamId: dream.id, locale: currentLocale(), ...request };
    return (await nodes.ask(dream.node ?? '', kind, asked)) as Answer | null;
  }

  return {
    has,
    async movedFrom({ id }) {
      const dream = await repository.find(id);
      return dream && has(dream) ? dream : null;
    },
    connect: (dream, login) => ask(dream, 'connect', { login }),
    end: (dream, reason) => ask(dream, 'end', { reason }),
    giveImage: (dream, control, kept) => ask(dream, 'picture', { control, kept }),
    setScore: async (dream, score, restarts) =>
      (await ask<'score', boolean>(dream, 'score', { score, restarts })) ?? false,
    watch: (dream, { audience, visitor }) => ask(dream, 'watch', { audience, visitor }),
    keepClip: (dream, call) => ask(dream, 'clip', { call }),
    async latestFrame(dream) {
      const text = await ask<'latest', string>(dream, 'latest', {});
      return text === null ? null : Uint8Array.from(Buffer.from(text, 'base64'));
    },
  };
}

/** Answers the other servers' requests about rooms on this server. */
export function answerRequests(
  nodes: FleetNode,
  repository: DreamRepository,
  { relay, waitNote, keepClip }: ClusterMember,
  cluster: DreamRequests,
): void {
  const socketOrigin = nodes.self.replace(/^http/, 'ws');
  const answer = <K extends keyof Requests>(
    kind: K,
    give: (dream: Dream, request: Requests[K]) => Promise<unknown> | unknown,
  ) =>
    nodes.on(kind, async (payload) => {
      const request = payload as Requests[K] & { locale?: Locale };
      // Servers of older versions send no language.
      return inLocale(request.locale ?? BASE_LOCALE, async () => {
        const dream = await repository.find(request.dreamId);
        return dream && give(dream, request);
      });
    });

  answer('connect', (dream, { login }) =>
    reportHere({ relay, repository, waitNote }, { login, socketOrigin }, dream),
  );
  answer('end', (dream, { reason }) =>
    relay.room(dream.id) ? endLive({ relay, cluster }, dream, reason) : dream.jobStatus,
  );
  answer('latest', (dream) => {
    const frame = relay.room(dream.id)?.latestFrame();
    return frame ? Buffer.from(frame.message).toString('base64') : null;
  });
  answer('clip', (dream, { call }) =>
    keepClip(dream, call).then(
      (id) => ({ id }),
      (thrown: unknown): ClipRefusal => {
        const { status, code, message } = toAppError(thrown);
        return { status, code, error: message };
      },
    ),
  );
  answer('score', (dream, { score, restarts }) => {
    const room = relay.room(dream.id);
    if (!room || room.ended) return false;
    inCodes(() => room.score.set(score, restarts));
    return true;
  });
  answer('watch', (dream, { audience, visitor }) =>
    watchHere(relay, dream, { audience, visitor, socketOrigin }),
  );
  answer('picture', (dream, { control, kept }) => {
    const room = relay.room(dream.id);
    if (!room || room.ended) return m.stream_dream_ended();
    return (kept ? room.giveImage(control, kept) : room.imageFault(control)) ?? '';
  });
}
