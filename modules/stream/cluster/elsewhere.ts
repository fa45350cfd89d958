import type { Login } from '../../auth/schemas.ts';
import type { Dream, DreamRepository } from '../../dreams/dreams.ts';
import type { EndReason } from '../../dreams/shared/dream-end.ts';
import type { Nodes } from '../../nodes/nodes.ts';
import type { JobStatus } from '../../protocol/job-statuses.ts';
import type { KeptPicture } from '../images/keep-picture.ts';
import type { ConnectAnswer } from '../schemas.ts';

/** Requests to the server that has a dream's room. Its answers come from our own program. */
export interface Questions {
  connect: { dreamId: string; login: Login };
  end: { dreamId: string; reason: EndReason };
  picture: { dreamId: string; control: string; kept: KeptPicture | null };
}

export type Elsewhere = ReturnType<typeof createElsewhere>;

/** Dreams whose rooms other servers have: requests about them go there. */
export function createElsewhere(
  nodes: Pick<Nodes, 'self' | 'isFleet' | 'ask'>,
  repository: Pick<DreamRepository, 'find'>,
) {
  const has = ({ node, endedAt }: Dream): boolean =>
    nodes.isFleet && node !== null && node !== nodes.self && endedAt === null;

  async function ask<K extends keyof Questions>(
    dream: Dream,
    kind: K,
    question: Questions[K],
  ): Promise<unknown> {
    return has(dream) ? nodes.ask(dream.node ?? '', kind, question) : null;
  }

  return {
    /** whether another server has it, as far as the database knows */
    has,
    /** A dream that ended here, if a worker of another server took it in that moment: it lives there. */
    async movedFrom({ id }: Dream): Promise<Dream | null> {
      const dream = nodes.isFleet ? await repository.find(id) : null;
      return dream && has(dream) ? dream : null;
    },
    /** @returns null when no other server has it, or that server does not answer */
    connect: async (dream: Dream, login: Login) =>
      (await ask(dream, 'connect', { dreamId: dream.id, login })) as ConnectAnswer | null,
    end: async (dream: Dream, reason: EndReason) =>
      (await ask(dream, 'end', { dreamId: dream.id, reason })) as JobStatus | null,
    /**
     * Gives a live dream an image; without one, asks only whether it could take one.
     * @returns the fault in words, or '' where there is none; null when no other server has it, or that server
     * does not answer
     */
    picture: async (dream: Dream, control: string, kept: KeptPicture | null) =>
      (await ask(dream, 'picture', { dreamId: dream.id, control, kept })) as string | null,
  };
}
