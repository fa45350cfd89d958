import { useState } from 'react';
import { megabytes } from '../../modules/kit/shared/bytes.ts';
import type { PlanReport } from '../../modules/worker/contract/draw-messages.ts';
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
  const isLoading = state.busy === 'downloading';
  const percent = Math.floor((100 * state.here) / plan.bytes);

  return (
    <div className="draw-licence">
      <p>
        It comes under this licence:{' '}
        <a href={plan.licence.url} target="_blank" rel="noreferrer">
          {plan.licence.name}
        </a>
        . {plan.licence.remark}
      </p>
      {plan.whole && !isLoading && (
        <p className="draw-here">
          <span role="status">All {megabytes(plan.bytes)} of it are in this browser.</span>
          <button
            type="button"
            className="text-button"
            disabled={locked || state.busy !== null}
            onClick={() => ask({ type: 'remove' }, { type: 'user-remove' })}
          >
            Remove
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
            I have read the licence and accept it
          </label>
          <button
            type="button"
            className="button"
            disabled={!accepted || state.busy !== null}
            onClick={() => ask({ type: 'download' }, { type: 'user-download' })}
          >
            {state.here > 0
              ? `Go on downloading (${megabytes(state.here)} of ${megabytes(plan.bytes)} are here)`
              : `Download ${megabytes(plan.bytes)}`}
          </button>
        </>
      )}
      {isLoading && (
        <div className="draw-progress">
          <progress className="progress" max={plan.bytes} value={state.here} aria-label="Download" />
          <p>
            <span>
              {percent} % ({megabytes(state.here)} of {megabytes(plan.bytes)})
            </span>
            <button type="button" className="button" onClick={() => ask({ type: 'pause' })}>
              Pause
            </button>
          </p>
        </div>
      )}
    </div>
  );
}
