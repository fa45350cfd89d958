import { pictureRate } from '../../modules/kit/shared/picture-rate.ts';
import { USUAL_FPS } from '../../modules/protocol/format.ts';
import type { DrawState } from './draw-state.ts';
import type { Gpu } from './find-gpu.ts';
import { Step } from './step.tsx';
import type { useDrawThread } from './use-draw-thread.ts';

const PLACES: Record<string, string> = { webgpu: 'the GPU', wasm: 'the processor' };
export const placeOf = (device: string) => PLACES[device] ?? device;

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
      title="Speed"
      done={speed !== null}
      fault={state.fault?.step === 'speed' ? state.fault.message : null}
    >
      {speed ? <Speed {...speed} /> : <p>Loads the model and has it draw a few pictures that nobody sees.</p>}
      {fellBack.map(({ device, reason }) => (
        <p key={device} className="draw-warning">
          It does not run on {placeOf(device)}: {reason}
        </p>
      ))}
      <button
        type="button"
        className="button"
        disabled={locked || state.busy !== null || gpu === null || state.plan?.whole !== true}
        onClick={() => ask({ type: 'test', devices }, { type: 'user-test' })}
      >
        {speed ? 'Test again' : 'Test the speed'}
      </button>
      {isLoading && (
        <p role="status" className="draw-busy">
          <progress className="progress" aria-label="Loading" />
          Loading the model; a large one takes a minute…
        </p>
      )}
    </Step>
  );
}

function Speed({ device, imageMs }: { device: string; imageMs: number }) {
  const rate = 1000 / imageMs;
  return (
    <p role="status">
      <strong className="draw-figure">{pictureRate(rate)}</strong> pictures a second on {placeOf(device)}.{' '}
      {rate >= USUAL_FPS
        ? 'Every frame of a dream is a picture of its own.'
        : `Dreams come in ${USUAL_FPS} frames a second: between its pictures the tab blends.`}
      {rate < 1 && ' That is a slow dream; people see what draws it.'}
    </p>
  );
}
