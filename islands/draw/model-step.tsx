import { type FormEvent, useState } from 'react';
import type { DrawState } from './draw-state.ts';
import type { Gpu } from './find-gpu.ts';
import { ModelLicence } from './model-licence.tsx';
import { Step } from './step.tsx';
import type { useDrawThread } from './use-draw-thread.ts';

const OTHER = 'other';

/** The fastest model that runs here: a hardware GPU with fp16 gets the fp16 model, everything else the fp32 one. */
function proposedModel(models: readonly ModelChoice[], gpu: Gpu): string | undefined {
  const isFast = gpu.kind === 'gpu' && gpu.halves && !gpu.software;
  return models.find(({ halves }) => halves === isFast)?.id;
}

export interface ModelChoice {
  id: string;
  title: string;
  suits: string;
  /** Uses fp16 weights, which not every GPU supports in a browser. */
  halves: boolean;
}

interface ModelStepProps {
  state: DrawState;
  ask: ReturnType<typeof useDrawThread>['ask'];
  models: ModelChoice[];
  onChoose(model: string): void;
  gpu: Gpu | null;
  /** The tab is connected, so nothing may change. */
  locked: boolean;
}

export function ModelStep({ state, ask, models, onChoose, gpu, locked }: ModelStepProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const preset = models.find(({ id }) => id === state.model);
  const other = typed ?? (preset ? null : state.model);
  const lacks = gpu?.kind === 'gpu' && !gpu.halves;
  const lacksHalves = preset?.halves === true && lacks;
  const proposed = gpu && proposedModel(models, gpu);
  const disabled = locked || state.busy !== null;

  return (
    <Step
      title="Model"
      done={state.plan?.whole === true}
      fault={state.fault?.step === 'model' ? state.fault.message : null}
    >
      <fieldset className="draw-models" disabled={disabled}>
        <legend className="visually-hidden">Model</legend>
        {models.map(({ id, title, suits, halves }) => (
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
              {halves && (
                <small>
                  {' '}
                  {lacks
                    ? 'Needs shader-f16, which this GPU does not offer.'
                    : 'Needs a GPU with shader-f16.'}
                </small>
              )}
              {id === proposed && <small> Proposed for this computer.</small>}
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
          {preset?.title} needs shader-f16, and this GPU offers it to no browser: it will not run on it.{' '}
          {proposed && proposed !== preset?.id
            ? `${models.find(({ id }) => id === proposed)?.title} does without.`
            : ''}
        </p>
      )}
      {state.busy === 'choosing' && <p role="status">Asking the model hub…</p>}
      {state.plan && (
        <ModelLicence key={state.plan.model} plan={state.plan} state={state} ask={ask} locked={locked} />
      )}
    </Step>
  );
}
