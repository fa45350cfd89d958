import { m } from '../../modules/kit/texts/m.ts';
import type { Gpu } from './find-gpu.ts';
import { Step } from './step.tsx';

export function GpuStep({ gpu }: { gpu: Gpu | null }) {
  return (
    <Step title={m.stream_draw_computer()} done={gpu?.kind === 'gpu'}>
      {gpu === null && <p role="status">{m.stream_draw_looking()}</p>}
      {gpu?.kind === 'gpu' && (
        <>
          <dl className="facts">
            <dt>{m.stream_draw_gpu()}</dt>
            <dd>{gpu.name}</dd>
            <dt>{m.stream_draw_halves()}</dt>
            <dd>{gpu.halves ? m.stream_draw_yes() : m.stream_draw_no()}</dd>
          </dl>
          {gpu.software && <p>{m.stream_draw_software()}</p>}
        </>
      )}
      {gpu?.kind === 'insecure' && <p>{m.stream_draw_insecure()}</p>}
      {gpu?.kind === 'none' && <p>{m.stream_draw_no_gpu()}</p>}
    </Step>
  );
}
