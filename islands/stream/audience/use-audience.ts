import { useEffect, useRef, useState } from 'react';
import { api } from '../../../modules/kit/browser/api.ts';
import type { AudienceAnswer } from '../../../modules/stream/contract/schemas.ts';
import { oneAtATime } from '../../browser/one-at-a-time.ts';

const CLOSED: AudienceAnswer = { open: false, watchUrl: null, signedIn: false, named: false };

/** The switch that opens a dream to an audience, and its state. */
export function useAudience(sessionId: string | null) {
  const [answer, setAnswer] = useState(CLOSED);
  const [hasFailed, setHasFailed] = useState(false);
  /** Every switch as it was last pressed, and the call that sends them: a link that was closed last stays closed. */
  const wanted = useRef(CLOSED);
  const save = useRef(async () => {});

  useEffect(() => {
    let known = CLOSED;
    const take = (given: AudienceAnswer, asked = wanted.current) => {
      known = given;
      setAnswer(given);
      if (wanted.current === asked) wanted.current = given;
    };
    wanted.current = CLOSED;
    take(CLOSED);
    save.current = async () => {};
    if (!sessionId) return;
    const address = `/api/sessions/${encodeURIComponent(sessionId)}/audience`;
    api<AudienceAnswer>('GET', address).then(
      (given) => take(given, CLOSED),
      () => {},
    );
    save.current = oneAtATime(async () => {
      const asked = wanted.current;
      const { open, signedIn, named } = asked;
      try {
        take(await api<AudienceAnswer>('PATCH', address, { open, signedIn, named }), asked);
        setHasFailed(false);
      } catch {
        take(known, asked);
        setHasFailed(true);
      }
    });
  }, [sessionId]);

  return {
    ...answer,
    hasFailed,
    change(next: Partial<Omit<AudienceAnswer, 'watchUrl'>>): Promise<void> {
      wanted.current = { ...wanted.current, ...next };
      return save.current();
    },
  };
}

export type Audience = ReturnType<typeof useAudience>;
