import { type FormEvent, useState } from 'react';
import type { DrawState } from './draw-state.ts';
import type { Gpu } from './find-gpu.ts';
import { ModelLicence } from './model-licence.tsx';
import { Step } from './step.tsx';
import type { useDrawThread } from './use-draw-thread.ts';

const OTHER = 'other';

export interface ModelChoice {
  id: string;
  title: string;
  suits: string;
  /** its weights are halves, which not every GPU knows in a browser */
  halves: boolean;
}

interface ModelStepProps {
  state: DrawState;
  ask: ReturnType<typeof useDrawThread>['ask'];
  models: ModelChoice[];
  onChoose(model: string): void;
  gpu: Gpu | null;
  /** the tab draws: nothing may change */
  locked: boolean;
}

/** Which model draws, under what licence, and its download. */
export function ModelStep({ state, ask, models, onChoose, gpu, locked }: ModelStepProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const preset = models.find(({ id }) => id === state.model);
  const other = typed ?? (preset ? null : state.model);
  const lacksHalves = preset?.halves === true && gpu?.kind === 'gpu' && !gpu.halves;
  const disabled = locked || state.busy !== null;

  return (
    <Step
      title="Model"
      done={state.plan?.whole === true}
      fault={state.fault?.step === 'model' ? state.fault.message : null}
    >
      <fieldset className="draw-models" disabled={disabled}>
        <legend className="visually-hidden">Model</legend>
        {models.map(({ id, title, suits }) => (
          <label key={id} className="check draw-model">
            <input
              type="radio"
              name="model"
              checked={state.model === id && other === null}
              onChange={() => {
                setTyped(null);
                onChoose(id);
              }}
            />
            <span>
              <strong>{title}</strong> {suits}
            </span>
          </label>
        ))}
        <label className="check draw-model">
          <input
            type="radio"
            name="model"
            checked={other !== null}
            onChange={() => setTyped('')}
            value={OTHER}
          />
          <span>
            <strong>Another</strong> of the model hub, in the diffusers ONNX layout.
          </span>
        </label>
        {other !== null && (
          <form
            className="draw-other"
            onSubmit={(event: FormEvent) => {
              event.preventDefault();
              if (other.trim() !== '') onChoose(other.trim());
            }}
          >
            <input
              className="field"
              aria-label="Name on the model hub"
              placeholder="owner/name"
              value={other}
              maxLength={200}
              autoCapitalize="off"
              autoComplete="off"
              spellCheck={false}
              onChange={(event) => setTyped(event.target.value)}
            />
            <button type="submit" className="button">
              Look it up
            </button>
          </form>
        )}
      </fieldset>
      {lacksHalves && (
        <p className="draw-warning">
          This model’s weights are halves, and this GPU offers none to browsers (shader-f16): it will not run
          on it.
        </p>
      )}
      {state.busy === 'choosing' && <p role="status">Asking the model hub…</p>}
      {state.plan && (
        <ModelLicence key={state.plan.model} plan={state.plan} state={state} ask={ask} locked={locked} />
      )}
    </Step>
  );
}
