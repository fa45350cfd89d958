import { type PointerEvent, useRef, useState } from 'react';
import { m } from '../../../modules/kit/texts/m.ts';
import type { Axis } from '../../../modules/protocol/steering.ts';
import type { Side } from './hold.ts';
import type { SteerSession } from './steer-session.ts';

interface TouchStickProps {
  session: SteerSession;
  side: Side;
  /** moved by it */
  axes: readonly Axis[];
  inert: boolean;
}

const MIDDLE = { x: 0, y: 0 };

/** A stick for a thumb. Each follows a finger of its own. */
export function TouchStick({ session, side, axes, inert }: TouchStickProps) {
  const finger = useRef<number | null>(null);
  const [at, setAt] = useState(MIDDLE);
  // The dot stays at the end of its line.
  const labels = axes.map(({ label }) => label).join('\u00a0· ');

  function move({ x, y }: typeof MIDDLE) {
    setAt({ x, y });
    session.touch(side, x, y);
  }

  function follow(event: PointerEvent<HTMLElement>) {
    if (event.pointerId !== finger.current) return;
    const { left, top, width, height } = event.currentTarget.getBoundingClientRect();
    const x = ((event.clientX - left) / width) * 2 - 1;
    const y = ((event.clientY - top) / height) * 2 - 1;
    const beyond = Math.max(1, Math.hypot(x, y));
    const moves = (way: string) => axes.some(({ stick }) => stick?.endsWith(way));
    move({ x: moves('x') ? x / beyond : 0, y: moves('y') ? y / beyond : 0 });
  }

  function letGo({ pointerId }: PointerEvent) {
    if (pointerId !== finger.current) return;
    finger.current = null;
    move(MIDDLE);
  }

  return (
    <fieldset className="steer-stick" data-side={side} inert={inert}>
      <legend className="visually-hidden">
        {side === 'left'
          ? m.stream_steering_stick_left({ labels })
          : m.stream_steering_stick_right({ labels })}
      </legend>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the same buttons are one press away */}
      <div
        className="stick-base"
        onPointerDown={(event) => {
          if (finger.current !== null || event.button !== 0) return;
          finger.current = event.pointerId;
          event.currentTarget.setPointerCapture(event.pointerId);
          follow(event);
        }}
        onPointerMove={follow}
        onPointerUp={letGo}
        onPointerCancel={letGo}
        onLostPointerCapture={letGo}
        onContextMenu={(event) => event.preventDefault()}
      >
        <div className="stick-knob" style={{ translate: `${at.x * 60}% ${at.y * 60}%` }} />
      </div>
      <p aria-hidden="true" dir="auto" title={labels}>
        {labels}
      </p>
    </fieldset>
  );
}
