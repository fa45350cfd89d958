import { useId } from 'react';
import { m } from '../../modules/kit/texts/m.ts';
import type { ConnectionState } from '../../modules/worker/contract/draw-messages.ts';
import { type DrawState, missingToDraw } from './draw-state.ts';
import type { Gpu } from './find-gpu.ts';
import { Step } from './step.tsx';
import type { useDrawThread } from './use-draw-thread.ts';

const STATES: Record<ConnectionState, () => string> = {
  off: m.stream_draw_off,
  dialling: m.stream_draw_dialling,
  waiting: m.stream_draw_waiting,
  drawing: m.stream_draw_drawing,
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
    <Step title={m.stream_draw_step()} done={connection === 'drawing'} fault={fault}>
      <p className="draw-connection" data-connection={connection}>
        <span aria-hidden="true" />
        <span role="status">{STATES[connection]()}</span>
      </p>
      {isOn && reason && <p className="draw-warning">{reason}</p>}
      {isOn && (
        <p className="draw-keep">
          {m.stream_draw_keep_open({ strong: (words) => <strong>{words}</strong> })}
        </p>
      )}
      {isOn && figures && (
        <dl className="facts">
          <dt>{m.stream_draw_dreams()}</dt>
          <dd>{figures.dreams}</dd>
          <dt>{m.stream_draw_time()}</dt>
          <dd>{minutes(figures.seconds)}</dd>
          <dt>{m.stream_draw_frames()}</dt>
          <dd>{m.stream_draw_per_second({ fps: String(figures.fps) })}</dd>
          {figures.note && (
            <>
              <dt>{m.stream_draw_model()}</dt>
              <dd>{figures.note}</dd>
            </>
          )}
        </dl>
      )}
      {isOn ? (
        <button type="button" className="button" onClick={() => ask({ type: 'stop' })}>
          {m.stream_draw_stop()}
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
            {m.stream_draw_start()}
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
