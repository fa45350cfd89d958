import { m } from '../../modules/kit/texts/m.ts';
import { joinSentences } from '../../modules/kit/texts/sentences.ts';
import { USUAL_FPS } from '../../modules/protocol/format.ts';
import { rateText } from '../browser/rate-text.ts';
import type { DrawState } from './draw-state.ts';
import type { Gpu } from './find-gpu.ts';
import { Step } from './step.tsx';
import type { useDrawThread } from './use-draw-thread.ts';

/** The backend as messages name it. */
const deviceOf = (device: string) => (device === 'webgpu' ? 'gpu' : 'other');

interface SpeedStepProps {
  state: DrawState;
  ask: ReturnType<typeof useDrawThread>['ask'];
  gpu: Gpu | null;
  locked: boolean;
}

/** Loads the model and measures its speed on this machine. */
export function SpeedStep({ state, ask, gpu, locked }: SpeedStepProps) {
  const { speed, fellBack } = state;
  const isLoading = state.busy === 'loading';
  const devices = gpu?.kind === 'gpu' ? ['webgpu', 'wasm'] : ['wasm'];

  return (
    <Step
      title={m.stream_draw_speed()}
      done={speed !== null}
      fault={state.fault?.step === 'speed' ? state.fault.message : null}
    >
      {speed ? <Speed {...speed} /> : <p>{m.stream_draw_test_lead()}</p>}
      {fellBack.map(({ device, reason }) => (
        <p key={device} className="draw-warning">
          {m.stream_draw_fell_back({ device: deviceOf(device), reason })}
        </p>
      ))}
      <button
        type="button"
        className="button"
        disabled={locked || state.busy !== null || gpu === null || state.plan?.whole !== true}
        onClick={() => ask({ type: 'test', devices }, { type: 'user-test' })}
      >
        {speed ? m.stream_draw_test_again() : m.stream_draw_test()}
      </button>
      {isLoading && (
        <p role="status" className="draw-busy">
          <progress className="progress" aria-label={m.stream_draw_loading_label()} />
          {m.stream_draw_loading()}
        </p>
      )}
    </Step>
  );
}

function Speed({ device, imageMs }: { device: string; imageMs: number }) {
  const rate = 1000 / imageMs;
  return (
    <p role="status">
      {m.stream_draw_rate({
        rate: rateText(rate),
        device: deviceOf(device),
        figure: (words) => <strong className="draw-figure">{words}</strong>,
      })}
      {m.kit_sentence_gap()}
      {joinSentences([
        rate >= USUAL_FPS ? m.stream_draw_rate_full() : m.stream_draw_rate_blended({ fps: USUAL_FPS }),
        rate < 1 && m.stream_draw_rate_slow(),
      ])}
    </p>
  );
}
