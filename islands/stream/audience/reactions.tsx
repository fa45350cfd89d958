import { useEffect, useRef, useState } from 'react';
import { m } from '../../../modules/kit/texts/m.ts';
import type { Reactions } from './audience-state.ts';
import { ClapIcon, DreamyIcon, HeartIcon, SparklesIcon, WowIcon } from './reaction-icons.tsx';

/** In the order of `REACTIONS` in modules/protocol/audience-messages.ts. */
export const REACTION_KINDS = [
  { name: 'love', Icon: HeartIcon, label: m.stream_reaction_0 },
  { name: 'magic', Icon: SparklesIcon, label: m.stream_reaction_1 },
  { name: 'wow', Icon: WowIcon, label: m.stream_reaction_2 },
  { name: 'applause', Icon: ClapIcon, label: m.stream_reaction_3 },
  { name: 'dreamy', Icon: DreamyIcon, label: m.stream_reaction_4 },
] as const;

const FLIGHT_MS = 2_400;
/** More at once would hide the picture. */
const MAX_FLYING = 24;

interface Flying {
  id: number;
  kind: (typeof REACTION_KINDS)[number];
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
    const fresh = REACTION_KINDS.flatMap((kind, index) =>
      Array.from({ length: Math.min(counts[index] ?? 0, 6) }, () => ({
        ...{ id: next.current++, kind, across: 0.62 + Math.random() * 0.32 },
      })),
    );
    if (fresh.length === 0) return;
    setFlying((now) => [...now, ...fresh].slice(-MAX_FLYING));
    const ids = new Set(fresh.map(({ id }) => id));
    setTimeout(() => setFlying((now) => now.filter(({ id }) => !ids.has(id))), FLIGHT_MS);
  }, [batch]);
  return (
    <div className="flying-reactions" aria-hidden="true">
      {flying.map(({ id, kind: { name, Icon }, across }) => (
        <span key={id} data-reaction={name} style={{ insetInlineStart: `${Math.round(across * 100)}%` }}>
          <Icon />
        </span>
      ))}
    </div>
  );
}
