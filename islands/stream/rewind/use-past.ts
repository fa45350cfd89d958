import { useEffect, useState } from 'react';
import { api } from '../../../modules/kit/browser/api.ts';
import type { RewindAnswer } from '../../../modules/stream/contract/rewind-schemas.ts';

const REFRESH_MS = 15_000;
const RETRY_MS = 2_000;

/** A dream's past as far as it is recorded. Times are in ms since its first frame. */
export interface Past extends Omit<RewindAnswer, 'to'> {
  /** the newest moment, which moves on while it is recorded */
  now: number;
}

/** @param turns changes whenever something new has happened, such as a prompt. @returns null until there is a past */
export function usePast(sessionId: string | null, turns: number): Past | null {
  const [read, setRead] = useState<{ answer: RewindAnswer; at: number } | null>(null);
  const [, setTicks] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: reads again after each turn
  useEffect(() => {
    if (sessionId === null) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isOver = false;
    const look = async () => {
      const address = `/api/sessions/${encodeURIComponent(sessionId)}/rewind`;
      const answer = await api<RewindAnswer>('GET', address).catch(() => null);
      if (isOver) return;
      if (answer) setRead({ answer, at: performance.now() });
      timer = setTimeout(look, answer ? REFRESH_MS : RETRY_MS);
    };
    void look();
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [sessionId, turns]);

  useEffect(() => {
    const timer = setInterval(() => setTicks((count) => count + 1), 1000);
    return () => clearInterval(timer);
  }, []);

  if (read === null) return null;
  const { to, ...answer } = read.answer;
  return { ...answer, now: to + (answer.recording ? performance.now() - read.at : 0) };
}
