import { useEffect, useRef, useState } from 'react';
import { m } from '../../../modules/kit/texts/m.ts';
import { ClockIcon } from '../../ui/icons.tsx';
import { crossesWarning, formatTimeLeft, timerLevel } from './time-left.ts';

/**
 * Counts down between the server's reports; only the server ends a dream. Changes just one text node per second: a new
 * element or attribute would trigger a style recalculation of the whole page.
 */
export function TimerBadge({ timeLeft, running }: { timeLeft: number; running: boolean }) {
  const [level, setLevel] = useState(timerLevel(timeLeft));
  const figure = useRef<HTMLSpanElement>(null);
  const shown = useRef<number | null>(null);

  useEffect(() => {
    const end = performance.now() + timeLeft * 1000;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const show = (seconds: number) => {
      if (figure.current) writeText(figure.current, formatTimeLeft(seconds));
      setLevel(timerLevel(seconds));
      if (crossesWarning(shown.current, seconds)) pulse(figure.current);
      shown.current = seconds;
    };
    const tick = () => {
      const left = Math.max(0, end - performance.now());
      show(left / 1000);
      // Runs just after the second changes.
      if (left > 0) timer = setTimeout(tick, (left % 1000) + 5);
    };
    show(timeLeft);
    if (running) timer = setTimeout(tick, (timeLeft * 1000) % 1000 || 1000);
    return () => clearTimeout(timer);
  }, [timeLeft, running]);

  return (
    <div
      className="chip timer"
      translate="no"
      role="timer"
      aria-label={m.stream_timer_label()}
      data-level={level}
    >
      <ClockIcon />
      <span ref={figure} className="numbers">
        {formatTimeLeft(timeLeft)}
      </span>
    </div>
  );
}

/** Writes into the existing text node. Browser translation replaces it with an element. */
function writeText(element: HTMLElement, words: string) {
  const { firstChild } = element;
  if (firstChild instanceof Text) firstChild.nodeValue = words;
  else element.textContent = words;
}

/** Restarts the animation, even if it is still running. */
function pulse(figure: HTMLElement | null) {
  if (!figure) return;
  figure.classList.remove('pulse');
  void figure.offsetWidth;
  figure.classList.add('pulse');
}
