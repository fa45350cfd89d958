import { useEffect, useRef, useState } from 'react';
import type { StreamController } from './controller.ts';
import { Debounced, GOOD, judge, type Verdict } from './verdict.ts';
import type { Pulse } from './worker-messages.ts';

/** Three bars; what they mean is said in words on the way to them, and at once when something is wrong. */
export function QualityIndicator({ controller }: { controller: StreamController }) {
  const [pulse, setPulse] = useState<Pulse | null>(null);
  const [verdict, setVerdict] = useState<Verdict>(GOOD);
  const debounced = useRef(new Debounced());
  useEffect(
    () =>
      controller.onPulse((now) => {
        setPulse(now);
        setVerdict(debounced.current.look(judge(now, controller.getState().quality)));
      }),
    [controller],
  );
  if (!pulse || pulse.age === null) return null;
  const figures = `${Math.round(pulse.drawn)} fps · ${formatAge(pulse.age)} old`;
  return (
    <button
      type="button"
      className="chip quality"
      data-verdict={verdict.verdict}
      aria-label={`Connection: ${describe(verdict)}. ${figures}`}
    >
      <span className="bars" aria-hidden="true">
        <i />
        <i />
        <i />
      </span>
      <span className="quality-words" aria-hidden="true">
        {verdict.verdict !== 'good' && <span>{describe(verdict)}</span>}
        <span className="quality-figures numbers">{figures}</span>
      </span>
      <span className="visually-hidden" role="status">
        {verdict.verdict === 'good' ? '' : describe(verdict)}
      </span>
    </button>
  );
}

function describe({ verdict, cause }: Verdict): string {
  if (verdict === 'good') return 'Good';
  const poor = verdict === 'poor';
  switch (cause) {
    case 'network':
      return poor ? 'Weak connection' : 'Slow connection';
    case 'browser':
      return poor ? 'Very slow device' : 'Slow device';
    default:
      return poor ? 'Very slow generator' : 'Slow generator';
  }
}

function formatAge(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}
