import { useEffect, useState } from 'react';
import { api } from '../../../modules/kit/browser/api.ts';
import type { AudienceAnswer } from '../../../modules/stream/contract/schemas.ts';

const CLOSED: AudienceAnswer = { open: false, watchUrl: null, signedIn: false, named: false };

/** The switch that opens a dream to an audience, and its state. */
export function useAudience(sessionId: string | null) {
  const [answer, setAnswer] = useState(CLOSED);
  const [hasFailed, setHasFailed] = useState(false);
  const address = sessionId && `/api/sessions/${encodeURIComponent(sessionId)}/audience`;

  useEffect(() => {
    setAnswer(CLOSED);
    if (address) api<AudienceAnswer>('GET', address).then(setAnswer, () => {});
  }, [address]);

  return {
    ...answer,
    hasFailed,
    async change(next: Partial<Omit<AudienceAnswer, 'watchUrl'>>): Promise<void> {
      if (!address) return;
      const { open, signedIn, named } = { ...answer, ...next };
      try {
        setAnswer(await api<AudienceAnswer>('PATCH', address, { open, signedIn, named }));
        setHasFailed(false);
      } catch {
        setHasFailed(true);
      }
    },
  };
}

export type Audience = ReturnType<typeof useAudience>;
