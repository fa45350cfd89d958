import { type TouchEvent, useEffect, useMemo, useRef } from 'react';

const HOLD_MS = 500;
/** px that the finger may stray in all */
const TOLERANCE = 15;
/** px between two reports of its place: faster than that is the start of a scroll */
const SPEED_LIMIT = 10;
const VIBRATION_MS = 50;

/** A finger held still on an element. */
export function useLongPress(onLongPress: () => void) {
  const press = useRef<{ start: Point; last: Point; timer: ReturnType<typeof setTimeout> } | null>(null);
  const held = useRef(false);
  const touching = useRef(false);
  const callback = useRef(onLongPress);
  callback.current = onLongPress;
  useEffect(() => () => clearTimeout(press.current?.timer), []);

  return useMemo(() => {
    const cancel = () => {
      clearTimeout(press.current?.timer);
      press.current = null;
    };
    const end = () => {
      touching.current = false;
      cancel();
    };
    return {
      handlers: {
        onTouchStart({ touches }: TouchEvent) {
          cancel();
          touching.current = true;
          held.current = false;
          const touch = touches[0];
          if (!touch || touches.length > 1) return;
          const timer = setTimeout(() => {
            press.current = null;
            held.current = true;
            navigator.vibrate?.(VIBRATION_MS);
            callback.current();
          }, HOLD_MS);
          press.current = { start: touch, last: touch, timer };
        },
        onTouchMove({ touches }: TouchEvent) {
          const touch = touches[0];
          const { current } = press;
          if (!touch || !current) return;
          const far = distance(current.start, touch) > TOLERANCE;
          const fast = distance(current.last, touch) > SPEED_LIMIT;
          if (far || fast) cancel();
          else current.last = touch;
        },
        onTouchEnd: end,
        onTouchCancel: end,
      },
      /** whether a finger is down, so that the menu it would bring up is not wanted */
      isTouching: () => touching.current,
      /** whether the click that follows belongs to a long press; asked once */
      takeHeld() {
        const was = held.current;
        held.current = false;
        return was;
      },
    };
  }, []);
}

interface Point {
  clientX: number;
  clientY: number;
}

const distance = (a: Point, b: Point) => Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);
