import type { Dream, DreamRepository } from '../../dreams/dreams.ts';
import type { Nodes } from '../../nodes/nodes.ts';
import { reportHere } from '../door/connect.ts';
import { endLive } from '../door/stop-live.ts';
import type { Relay } from '../relay.ts';
import type { Elsewhere, Questions } from './elsewhere.ts';

/** Answers other servers' requests about the dreams whose rooms are here. */
export function answerElsewhere(
  nodes: Pick<Nodes, 'on' | 'self'>,
  deps: {
    relay: Relay;
    elsewhere: Elsewhere;
    repository: DreamRepository;
    waitNote?(dreamId: string): string | null;
  },
): void {
  const socketOrigin = nodes.self.replace(/^http/, 'ws');
  const answer = <K extends keyof Questions>(
    kind: K,
    give: (dream: Dream, question: Questions[K]) => Promise<unknown> | unknown,
  ) =>
    nodes.on(kind, async (payload) => {
      const question = payload as Questions[K];
      const dream = await deps.repository.find(question.dreamId);
      return dream && give(dream, question);
    });

  answer('connect', (dream, { login }) => reportHere(deps, { login, socketOrigin }, dream));
  answer('end', (dream, { reason }) =>
    deps.relay.room(dream.id) ? endLive(deps, dream, reason) : dream.jobStatus,
  );
  answer('picture', (dream, { control, kept }) => {
    const room = deps.relay.room(dream.id);
    if (!room || room.ended) return 'This dream has ended.';
    return (kept ? room.givePicture(control, kept) : room.pictureFault(control)) ?? '';
  });
}
