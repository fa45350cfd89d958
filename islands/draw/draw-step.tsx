import { useId } from 'react';
import type { ConnectionState } from '../../modules/worker/contract/draw-messages.ts';
import { type DrawState, missingToDraw } from './draw-state.ts';
import type { Gpu } from './find-gpu.ts';
import { Step } from './step.tsx';
import type { useDrawThread } from './use-draw-thread.ts';

const WORDS: Record<ConnectionState, string> = {
  off: 'Not drawing',
  dialling: 'Connecting…',
  waiting: 'Waiting for somebody’s dream',
  drawing: 'Drawing somebody’s dream',
};

interface DrawStepProps {
  state: DrawState;
  ask: ReturnType<typeof useDrawThread>['ask'];
  gpu: Gpu | null;
}

/** Connects the tab to the relay and shows its status. */
export function DrawStep({ state, ask, gpu }: DrawStepProps) {
  const { connection, reason, figures } = state;
  const isOn = connection !== 'off';
  const why = useId();
  const missing = missingToDraw(state, gpu);
  const fault = state.fault?.step === 'draw' ? state.fault.message : connection === 'off' ? reason : null;

  return (
    <Step title="Draw" done={connection === 'drawing'} fault={fault}>
      <p className="draw-connection" data-connection={connection}>
        <span aria-hidden="true" />
        <span role="status">{WORDS[connection]}</span>
      </p>
      {isOn && reason && <p className="draw-warning">{reason}</p>}
      {isOn && (
        <p className="draw-keep">
          <strong>Keep this tab open.</strong> It may be in the background, but the computer must not go to
          sleep: closing the tab ends the dream that it draws.
        </p>
      )}
      {isOn && figures && (
        <dl className="facts">
          <dt>Dreams</dt>
          <dd>{figures.dreams}</dd>
          <dt>Time drawn</dt>
          <dd>{minutes(figures.seconds)}</dd>
          <dt>Frames sent</dt>
          <dd>{figures.fps} a second</dd>
          {figures.note && (
            <>
              <dt>Model</dt>
              <dd>{figures.note}</dd>
            </>
          )}
        </dl>
      )}
      {isOn ? (
        <button type="button" className="button" onClick={() => ask({ type: 'stop' })}>
          Stop drawing
        </button>
      ) : (
        <>
          {missing && <p id={why}>{missing}</p>}
          <button
            type="button"
            className="button button-primary"
            disabled={missing !== null}
            aria-describedby={missing ? why : undefined}
            onClick={() => ask({ type: 'draw' }, { type: 'user-draw' })}
          >
            Start drawing
          </button>
        </>
      )}
    </Step>
  );
}

function minutes(seconds: number): string {
  const whole = Math.floor(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}
