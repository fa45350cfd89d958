import { useEffect, useState } from 'react';
import type { StreamController } from '../controller.ts';
import type { Verdict } from '../screen/verdict.ts';
import type { ConnectionReport } from './worker-messages.ts';

interface QualityIndicatorProps {
  controller: StreamController;
  /** no frames are arriving, so the connection must not be shown as good */
  stopped: boolean;
}

/** Three bars. The explanation shows on hover or focus, and immediately when something is wrong. */
export function QualityIndicator({ controller, stopped }: QualityIndicatorProps) {
  const [line, setConnection] = useState<ConnectionReport | null>(null);
  useEffect(() => controller.onConnection(setConnection), [controller]);
  if (line === null || (stopped && line.verdict === 'good')) return null;
  const figures = `${Math.round(line.drawn)} fps · ${(line.age / 1000).toFixed(1)} s old`;
  return (
    <button
      type="button"
      className="chip quality"
      data-verdict={line.verdict}
      aria-label={`Connection: ${describe(line)}. ${figures}`}
    >
      <span className="bars" aria-hidden="true">
        <i />
        <i />
        <i />
      </span>
      <span className="quality-words" aria-hidden="true">
        {line.verdict !== 'good' && <span>{describe(line)}</span>}
        <span className="quality-figures numbers">{figures}</span>
      </span>
      <span className="visually-hidden" role="status">
        {line.verdict === 'good' ? '' : describe(line)}
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
