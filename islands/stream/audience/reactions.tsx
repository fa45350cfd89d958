import { useEffect, useRef, useState } from 'react';
import { m } from '../../../modules/kit/texts/m.ts';
import type { Reactions } from './audience-state.ts';

/** In the order of `REACTIONS` in modules/protocol/audience-messages.ts. */
export const REACTION_KINDS = [
  { symbol: '❤️', label: m.stream_reaction_0 },
  { symbol: '✨', label: m.stream_reaction_1 },
  { symbol: '😮', label: m.stream_reaction_2 },
  { symbol: '👏', label: m.stream_reaction_3 },
  { symbol: '🌙', label: m.stream_reaction_4 },
] as const;

const FLIGHT_MS = 2_400;
/** More at once would hide the picture. */
const MAX_FLYING = 24;

interface Flying {
  id: number;
  symbol: string;
  /** 0–1, from the start edge */
  across: number;
}

/** Reactions rising over the picture. They are drawn here only, so no recording has them. */
export function FlyingReactions({ reactions }: { reactions: Reactions }) {
  const [flying, setFlying] = useState<Flying[]>([]);
  const next = useRef(0);
  const { batch, counts } = reactions;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each batch
  useEffect(() => {
    const fresh = counts.flatMap((count, kind) =>
      Array.from({ length: Math.min(count, 6) }, () => ({
        id: next.current++,
        symbol: REACTION_KINDS[kind]?.symbol ?? '',
        across: 0.62 + Math.random() * 0.32,
      })),
    );
    if (fresh.length === 0) return;
    setFlying((now) => [...now, ...fresh].slice(-MAX_FLYING));
    const ids = new Set(fresh.map(({ id }) => id));
    setTimeout(() => setFlying((now) => now.filter(({ id }) => !ids.has(id))), FLIGHT_MS);
  }, [batch]);
  return (
    <div className="flying-reactions" aria-hidden="true">
      {flying.map(({ id, symbol, across }) => (
        <span key={id} style={{ insetInlineStart: `${Math.round(across * 100)}%` }}>
          {symbol}
        </span>
      ))}
    </div>
  );
}
