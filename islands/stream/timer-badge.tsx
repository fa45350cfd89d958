import { useEffect, useRef, useState } from 'react';
import { ClockIcon } from '../icons.tsx';
import { crossesWarning, formatTimeLeft, timerLevel } from './machine.ts';

/** Counts down between the server's figures; only the server ends a dream. */
export function TimerBadge({ timeLeft, running }: { timeLeft: number | null; running: boolean }) {
  const [seconds, setSeconds] = useState(timeLeft);
  const [pulse, setPulse] = useState(0);
  const shown = useRef<number | null>(null);

  useEffect(() => {
    if (timeLeft === null) return;
    const end = performance.now() + timeLeft * 1000;
    setSeconds(timeLeft);
    if (!running) return;
    let timer: ReturnType<typeof setTimeout>;
    const tick = () => {
      const left = Math.max(0, end - performance.now());
      setSeconds(left / 1000);
      // Drawn when the second changes, and not before.
      if (left > 0) timer = setTimeout(tick, (left % 1000) + 5);
    };
    timer = setTimeout(tick, (timeLeft * 1000) % 1000 || 1000);
    return () => clearTimeout(timer);
  }, [timeLeft, running]);

  useEffect(() => {
    if (seconds === null) return;
    if (crossesWarning(shown.current, seconds)) setPulse((count) => count + 1);
    shown.current = seconds;
  }, [seconds]);

  if (seconds === null) return null;
  const text = formatTimeLeft(seconds);
  return (
    <div
      className="chip timer"
      role="timer"
      aria-label={`Time left ${text}`}
      data-level={timerLevel(seconds)}
    >
      <ClockIcon />
      {/* A new key starts the animation again. */}
      <span key={pulse} className={pulse > 0 ? 'numbers pulse' : 'numbers'}>
        {text}
      </span>
    </div>
  );
}
