import { type KeyboardEvent, type PointerEvent, useEffect, useRef } from 'react';
import type { KeyName } from './key-names.ts';
import type { SteerSession } from './steer-session.ts';

/** A finger that has rested for this long no longer scrolls, however far it drifts. */
const REST_MS = 150;
/** Clicks by screen readers and switches have no duration, so they hold for this long. */
const CLICK_MS = 400;

interface HoldButtonProps {
  session: SteerSession;
  /** as in `SteerSession.press` */
  name: string;
  label: string;
  held: boolean;
  /** absent: it shows its label */
  keyName?: KeyName;
}

/** An on-screen key that steers while it is held. */
export function HoldButton({ session, name, label, held, keyName: key }: HoldButtonProps) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const hold = (isDown: boolean) => {
    clearTimeout(timer.current);
    session.press(name, isDown);
  };
  const button = useRef<HTMLButtonElement>(null);
  const pressedAt = useRef(0);
  useEffect(() => {
    const stay = (event: TouchEvent) => {
      if (event.cancelable && event.timeStamp - pressedAt.current > REST_MS) event.preventDefault();
    };
    const element = button.current;
    // React's own listeners can't prevent scrolling.
    element?.addEventListener('touchmove', stay, { passive: false });
    return () => {
      element?.removeEventListener('touchmove', stay);
      clearTimeout(timer.current);
    };
  }, []);
  const letGo = () => hold(false);
  const onKey = (isDown: boolean) => (event: KeyboardEvent) => {
    if (event.key !== ' ' && event.key !== 'Enter') return;
    // Otherwise the browser would click it, too.
    event.preventDefault();
    if (!event.repeat) hold(isDown);
  };
  return (
    <button
      ref={button}
      type="button"
      className="steer-key"
      data-held={held}
      aria-label={key && `${label}: ${key.spoken}`}
      title={label}
      onPointerDown={(event: PointerEvent<HTMLElement>) => {
        if (event.button !== 0) return;
        // The focus stays, so that the space bar keeps its meaning.
        event.preventDefault();
        event.currentTarget.setPointerCapture(event.pointerId);
        pressedAt.current = event.timeStamp;
        hold(true);
      }}
      onPointerUp={letGo}
      onPointerCancel={letGo}
      onLostPointerCapture={letGo}
      onKeyDown={onKey(true)}
      onKeyUp={onKey(false)}
      onBlur={letGo}
      onClick={({ detail }) => {
        if (detail > 0) return;
        hold(true);
        timer.current = setTimeout(letGo, CLICK_MS);
      }}
      onContextMenu={(event) => event.preventDefault()}
    >
      {key ? <kbd>{key.sign}</kbd> : <span dir="auto">{label}</span>}
    </button>
  );
}
