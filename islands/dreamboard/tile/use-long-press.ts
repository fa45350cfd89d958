import { type TouchEvent, useEffect, useMemo, useRef } from 'react';

const HOLD_MS = 500;
/** Maximum movement in px. */
const TOLERANCE = 15;
/** Maximum px between two touch events; anything faster is the start of a scroll. */
const SPEED_LIMIT = 10;
const VIBRATION_MS = 50;

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
      /** True while a finger is down; its `contextmenu` event must be ignored. */
      isTouching: () => touching.current,
      /** True if the next click belongs to a long press. Resets itself. */
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
