import { useEffect, useState } from 'react';
import { m } from '../../../modules/kit/texts/m.ts';
import type { Axis } from '../../../modules/protocol/steering.ts';

/** The symbols on this keyboard, by KeyboardEvent.code. */
type Layout = Pick<ReadonlyMap<string, string>, 'get'>;

/** The symbol on a key, and its name for screen readers. */
export interface KeyName {
  sign: string;
  spoken: string;
}

const ARROWS: Record<string, () => KeyName> = {
  ArrowLeft: () => ({ sign: '←', spoken: m.stream_steering_left() }),
  ArrowRight: () => ({ sign: '→', spoken: m.stream_steering_right() }),
  ArrowUp: () => ({ sign: '↑', spoken: m.stream_steering_up() }),
  ArrowDown: () => ({ sign: '↓', spoken: m.stream_steering_down() }),
};

export function keyName(code: string, layout: Layout | null): KeyName {
  const arrow = ARROWS[code]?.();
  if (arrow) return arrow;
  const sign =
    code === 'Space'
      ? m.stream_steering_space()
      : (layout?.get(code)?.toUpperCase() ??
        code.replace(/^(?:Key|Digit)(?=.$)/, '').replace(/(?<=[a-z])(?:Left|Right)$/, ''));
  return { sign, spoken: sign };
}

/** Key names for an axis' two ends: its keys, or else arrows in the directions of its stick or mouse. */
export function endNames({ keys, stick, pointer }: Axis, layout: Layout | null): [KeyName, KeyName] {
  const way = stick?.at(-1) ?? pointer;
  const [back, on] =
    keys ?? (way === 'x' ? ['ArrowLeft', 'ArrowRight'] : way === 'y' ? ['ArrowUp', 'ArrowDown'] : []);
  if (back !== undefined && on !== undefined) return [keyName(back, layout), keyName(on, layout)];
  return [
    { sign: '−', spoken: m.stream_steering_less() },
    { sign: '+', spoken: m.stream_steering_more() },
  ];
}

/** Null if the browser doesn't report it; then keys have the names of an English keyboard. */
export function useLayout(): Layout | null {
  const [layout, setLayout] = useState<Layout | null>(null);
  useEffect(() => {
    const { keyboard } = navigator as { keyboard?: { getLayoutMap(): Promise<Layout> } };
    keyboard?.getLayoutMap().then(setLayout, () => {});
  }, []);
  return layout;
}
