import { useEffect, useState } from 'react';
import { formatNumber } from '../../../modules/kit/texts/formats.ts';
import { m } from '../../../modules/kit/texts/m.ts';
import type { StreamController } from '../controller.ts';
import type { Verdict } from '../screen/verdict.ts';
import type { ConnectionReport } from './worker-messages.ts';

interface QualityIndicatorProps {
  controller: StreamController;
  /** no frames are arriving, so the connection must not be shown as good */
  stopped: boolean;
}

/** Three bars. The explanation shows on hover or focus, and immediately when something is wrong. */
export default function QualityIndicator({ controller, stopped }: QualityIndicatorProps) {
  const [line, setConnection] = useState<ConnectionReport | null>(null);
  useEffect(() => controller.onConnection(setConnection), [controller]);
  if (line === null || (stopped && line.verdict === 'good')) return null;
  const age = formatNumber(line.age / 1000, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  const figures = m.stream_quality_figures({ fps: Math.round(line.drawn), age });
  return (
    <button
      type="button"
      className="chip quality"
      data-verdict={line.verdict}
      aria-label={m.stream_quality_label({ verdict: describe(line), figures })}
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
  if (verdict === 'good') return m.stream_quality_good();
  const poor = verdict === 'poor';
  switch (cause) {
    case 'network':
      return poor ? m.stream_quality_network_poor() : m.stream_quality_network_fair();
    case 'browser':
      return poor ? m.stream_quality_device_poor() : m.stream_quality_device_fair();
    default:
      return poor ? m.stream_quality_generator_poor() : m.stream_quality_generator_fair();
  }
}
