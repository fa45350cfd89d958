import { type FormEvent, useState } from 'react';
import { m } from '../../modules/kit/texts/m.ts';
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
  const alternative = models.find(({ id }) => id === proposed && id !== preset?.id);
  const disabled = locked || state.busy !== null;

  return (
    <Step
      title={m.stream_draw_model()}
      done={state.plan?.whole === true}
      fault={state.fault?.step === 'model' ? state.fault.message : null}
    >
      <fieldset className="draw-models" disabled={disabled}>
        <legend className="visually-hidden">{m.stream_draw_model()}</legend>
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
                <small> {lacks ? m.stream_draw_lacks_halves() : m.stream_draw_wants_halves()}</small>
              )}
              {id === proposed && <small> {m.stream_draw_proposed()}</small>}
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
          <span>{m.stream_draw_other({ strong: (words) => <strong>{words}</strong> })}</span>
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
              aria-label={m.stream_draw_hub_name()}
              placeholder="owner/name"
              value={other}
              maxLength={200}
              autoCapitalize="off"
              autoComplete="off"
              spellCheck={false}
              onChange={(event) => setTyped(event.target.value)}
            />
            <button type="submit" className="button">
              {m.stream_draw_look_up()}
            </button>
          </form>
        )}
      </fieldset>
      {preset && lacksHalves && (
        <p className="draw-warning">
          {alternative
            ? m.stream_draw_cannot_run_but({ model: preset.title, other: alternative.title })
            : m.stream_draw_cannot_run({ model: preset.title })}
        </p>
      )}
      {state.busy === 'choosing' && <p role="status">{m.stream_draw_asking()}</p>}
      {state.plan && (
        <ModelLicence key={state.plan.model} plan={state.plan} state={state} ask={ask} locked={locked} />
      )}
    </Step>
  );
}
