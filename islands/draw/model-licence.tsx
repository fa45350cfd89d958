import { useState } from 'react';
import { megabytes } from '../../modules/kit/shared/bytes.ts';
import { formatNumber } from '../../modules/kit/texts/formats.ts';
import { m } from '../../modules/kit/texts/m.ts';
import type { PlanReport } from '../../modules/worker/contract/draw-messages.ts';
import { licenceTexts } from '../../modules/worker/contract/preset-texts.ts';
import type { DrawState } from './draw-state.ts';
import type { useDrawThread } from './use-draw-thread.ts';

interface ModelLicenceProps {
  plan: PlanReport;
  state: DrawState;
  ask: ReturnType<typeof useDrawThread>['ask'];
  locked: boolean;
}

export function ModelLicence({ plan, state, ask, locked }: ModelLicenceProps) {
  const [accepted, setAccepted] = useState(false);
  const licence = licenceTexts(plan.licence);
  const isLoading = state.busy === 'downloading';
  const percent = Math.floor((100 * state.here) / plan.bytes);

  return (
    <div className="draw-licence">
      <p>
        {m.stream_draw_licence({
          name: licence.name,
          link: (name) => (
            <a href={licence.url} target="_blank" rel="noreferrer">
              {name}
            </a>
          ),
        })}
        {m.kit_sentence_gap()}
        {licence.remark}
      </p>
      {plan.whole && !isLoading && (
        <p className="draw-here">
          <span role="status">{m.stream_draw_here({ size: megabytes(plan.bytes) })}</span>
          <button
            type="button"
            className="text-button"
            disabled={locked || state.busy !== null}
            onClick={() => ask({ type: 'remove' }, { type: 'user-remove' })}
          >
            {m.stream_draw_remove()}
          </button>
        </p>
      )}
      {!plan.whole && !isLoading && (
        <>
          <label className="check">
            <input
              type="checkbox"
              checked={accepted}
              onChange={(event) => setAccepted(event.target.checked)}
            />
            {m.stream_draw_accept()}
          </label>
          <button
            type="button"
            className="button"
            disabled={!accepted || state.busy !== null}
            onClick={() => ask({ type: 'download' }, { type: 'user-download' })}
          >
            {state.here > 0
              ? m.stream_draw_resume({ done: megabytes(state.here), size: megabytes(plan.bytes) })
              : m.stream_draw_download({ size: megabytes(plan.bytes) })}
          </button>
        </>
      )}
      {isLoading && (
        <div className="draw-progress">
          <progress
            className="progress"
            max={plan.bytes}
            value={state.here}
            aria-label={m.stream_draw_progress()}
          />
          <p>
            <span>
              {m.stream_draw_downloaded({
                percent: formatNumber(percent / 100, { style: 'percent' }),
                done: megabytes(state.here),
                size: megabytes(plan.bytes),
              })}
            </span>
            <button type="button" className="button" onClick={() => ask({ type: 'pause' })}>
              {m.stream_draw_pause()}
            </button>
          </p>
        </div>
      )}
    </div>
  );
}
