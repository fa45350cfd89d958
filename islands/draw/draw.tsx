import { useCallback, useEffect, useState } from 'react';
import { m } from '../../modules/kit/texts/m.ts';
import { readStored, writeStored } from '../browser/stored.ts';
import { DrawStep } from './draw-step.tsx';
import { findGpu, type Gpu } from './find-gpu.ts';
import { GpuStep } from './gpu-step.tsx';
import { type ModelChoice, ModelStep } from './model-step.tsx';
import { SpeedStep } from './speed-step.tsx';
import { useAskBeforeClosing, useAwake } from './use-awake.ts';
import { useDrawThread } from './use-draw-thread.ts';

export interface DrawProps {
  appName: string;
  /** Base URL of the model hub. */
  modelBase: string;
  models: ModelChoice[];
}

const STORED = 'draw-model';

/** Lets this browser generate other people's dreams. Four steps, each enabled once the previous one is done. */
export default function Draw({ appName, modelBase, models }: DrawProps) {
  const [gpu, setGpu] = useState<Gpu | null>(null);
  useEffect(() => void findGpu().then(setGpu), []);
  const { state, ask } = useDrawThread(modelBase);
  const choose = useCallback(
    (model: string) => {
      writeStored(STORED, model);
      ask({ type: 'choose', model }, { type: 'user-model', model });
    },
    [ask],
  );
  // Restores the last chosen model. Must run after the effect above has started the thread.
  useEffect(() => {
    const last = readStored(STORED);
    if (last !== null) choose(last);
  }, [choose]);
  const isOn = state.connection !== 'off';
  useAwake(isOn);
  useAskBeforeClosing(state.connection === 'drawing');

  return (
    <section className="draw">
      <h1>{m.stream_draw_heading()}</h1>
      <p className="draw-lead">{m.stream_draw_lead({ name: appName })}</p>
      <ol className="draw-steps">
        <GpuStep gpu={gpu} />
        <ModelStep state={state} ask={ask} models={models} onChoose={choose} gpu={gpu} locked={isOn} />
        <SpeedStep state={state} ask={ask} gpu={gpu} locked={isOn} />
        <DrawStep state={state} ask={ask} gpu={gpu} />
      </ol>
    </section>
  );
}
