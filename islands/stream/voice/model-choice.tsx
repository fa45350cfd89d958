import { useEffect, useId, useState } from 'react';
import { megabytes } from '../../../modules/kit/shared/bytes.ts';
import { m } from '../../../modules/kit/texts/m.ts';
import {
  expectedMs,
  inSize,
  type Measured,
  MODEL_SIZES,
  type ModelSize,
  proposeSize,
  type SizedModel,
  sizeOfModel,
} from '../../../modules/voice/contract/model-sizes.ts';
import { readSpeed } from './voice-speed.ts';

interface ModelChoiceProps {
  /** the model in use */
  name: string;
  host: string;
  /** backend: `webgpu` or `wasm` */
  device: string;
  /** voice is in use, so the model's host already knows about this browser */
  isWanted: boolean;
  /** number of sentences transcribed; when it changes, there may be a new measurement */
  understood: number;
  onChoose(size: ModelSize): void;
}

/**
 * Available model sizes with their megabytes and the time per sentence on this device. Fetched only once the user
 * speaks or asks for them, so that opening the settings doesn't contact the model's host.
 */
export function ModelChoice({ name, host, device, isWanted, understood, onChoose }: ModelChoiceProps) {
  const picker = useId();
  const [isAsked, setAsked] = useState(false);
  const models = useSizes(name, isWanted || isAsked ? host : null);
  const [speed, setSpeed] = useState<Measured | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is stored when a sentence was understood
  useEffect(() => setSpeed(readSpeed()), [understood]);
  const size = sizeOfModel(name);
  if (!size) return null;
  if (models === 'unasked')
    return (
      <div className="settings-buttons">
        <button type="button" className="button button-quiet" onClick={() => setAsked(true)}>
          {m.voice_models_see()}
        </button>
      </div>
    );
  if (models === 'asked' || models.length < 2)
    return (
      <p className="settings-note" role="status">
        {models === 'asked' ? m.voice_models_loading() : m.voice_models_none()}
      </p>
    );
  const proposal = proposeSize(models, name, device, speed);
  return (
    <div className="microphone">
      <label className="label" htmlFor={picker}>
        {m.voice_models_choice()}
      </label>
      <select
        id={picker}
        className="field"
        value={size}
        onChange={(event) => onChoose(event.target.value as ModelSize)}
      >
        {models.map((one) => (
          <option key={one.size} value={one.size}>
            {describe(one, expectedMs(one.name, device, speed))}
          </option>
        ))}
      </select>
      {proposal && (
        <>
          <p className="settings-note">
            {proposal.because === 'slow'
              ? m.voice_models_slow({ seconds: seconds(expectedMs(name, device, speed) ?? 0) })
              : m.voice_models_try_small()}
          </p>
          <div className="settings-buttons">
            <button type="button" className="button button-quiet" onClick={() => onChoose(proposal.size)}>
              {m.voice_models_use({ size: LABELS[proposal.size](), bytes: megabytes(proposal.bytes) })}
            </button>
          </div>
        </>
      )}
    </div>
  );
}

const LABELS: Record<ModelSize, () => string> = {
  tiny: m.voice_models_size_tiny,
  base: m.voice_models_size_base,
  small: m.voice_models_size_small,
};

const seconds = (ms: number) => Math.max(1, Math.round(ms / 1000));

function describe(model: SizedModel, ms: number | null): string {
  const size = LABELS[model.size]();
  const bytes = megabytes(model.bytes);
  return ms === null
    ? m.voice_models_option({ size, bytes })
    : m.voice_models_option_speed({ size, bytes, seconds: seconds(ms) });
}

/**
 * Other sizes of the model, looked up at its host.
 * @param host null while it must not be contacted
 */
function useSizes(name: string, host: string | null): SizedModel[] | 'unasked' | 'asked' {
  const [models, setModels] = useState<SizedModel[] | null>(null);
  const base = sizeOfModel(name) && inSize(name, 'base');
  useEffect(() => {
    if (!base || host === null) return;
    let isWanted = true;
    void lookUp(base, host).then((found) => isWanted && setModels(found));
    return () => {
      isWanted = false;
    };
  }, [base, host]);
  return models ?? (host === null ? 'unasked' : 'asked');
}

async function lookUp(base: string, host: string): Promise<SizedModel[]> {
  const { planVoiceModel } = await import('../../../modules/voice/contract/plan-voice-model.ts');
  const address = new URL(host, location.origin).href;
  const found = await Promise.allSettled(
    MODEL_SIZES.map(async (size) => {
      const name = inSize(base, size);
      const { files } = await planVoiceModel(address, name);
      return { size, name, bytes: files.reduce((sum, { bytes }) => sum + bytes, 0) };
    }),
  );
  return found.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
}
