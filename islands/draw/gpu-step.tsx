import type { Gpu } from './find-gpu.ts';
import { Step } from './step.tsx';

export function GpuStep({ gpu }: { gpu: Gpu | null }) {
  return (
    <Step title="This computer" done={gpu?.kind === 'gpu'}>
      {gpu === null && <p role="status">Looking for a GPU…</p>}
      {gpu?.kind === 'gpu' && (
        <>
          <dl className="facts">
            <dt>GPU</dt>
            <dd>{gpu.name}</dd>
            <dt>Halves (shader-f16)</dt>
            <dd>{gpu.halves ? 'Yes' : 'No'}</dd>
          </dl>
          {gpu.software && (
            <p>It is no GPU but a program that stands in for one: expect several seconds for each picture.</p>
          )}
        </>
      )}
      {gpu?.kind === 'insecure' && (
        <p>
          Browsers give a GPU (WebGPU) only to pages on https or on localhost, and this one is neither. The
          processor can draw instead, very slowly.
        </p>
      )}
      {gpu?.kind === 'none' && (
        <p>
          This browser offers no GPU (WebGPU) here. Chrome and Edge do where graphics acceleration is on. The
          processor can draw instead, very slowly.
        </p>
      )}
    </Step>
  );
}
