import type { ReactNode } from 'react';
import { formatNumber } from '../../modules/kit/texts/formats.ts';
import { m } from '../../modules/kit/texts/m.ts';
import { CheckIcon } from '../ui/icons.tsx';
import { answered, type CheckState } from './check-state.ts';
import { sourceWords } from './source-words.ts';

type StepState = 'waiting' | 'running' | 'found' | 'nothing' | 'failed';
interface Step {
  name: string;
  state: StepState;
  text: string;
}

/** The steps of a check with their outcomes, updated live. */
export function Steps({ state }: { state: CheckState }) {
  return (
    <ol className="check-steps" aria-label={m.watermark_check_steps_label()}>
      {stepsOf(state).map(({ name, state: step, text }) => (
        <li key={name} data-state={step}>
          <Mark state={step} />
          <strong>{name}</strong>
          <span>{text}</span>
        </li>
      ))}
    </ol>
  );
}

function Mark({ state }: { state: StepState }): ReactNode {
  return <span className="check-mark">{state === 'found' && <CheckIcon />}</span>;
}

export function stepsOf(state: CheckState): Step[] {
  return [credentialsStep(state), metadataStep(state), fingerprintStep(state), watermarkStep(state)];
}

const CREDENTIALS_FAULTS = {
  offline: m.watermark_check_step_credentials_offline,
  damaged: m.watermark_check_step_credentials_damaged,
  unread: m.watermark_check_step_credentials_unread,
} as const;
const CREDENTIALS_STATES = {
  unchanged: m.watermark_check_step_credentials_unchanged,
  changed: m.watermark_check_step_credentials_changed,
  broken: m.watermark_check_step_credentials_broken,
} as const;

function credentialsStep({ file, findings: { credentials, credentialsFault } }: CheckState): Step {
  const step = (state: StepState, text: string) => ({
    name: m.watermark_check_step_credentials(),
    state,
    text,
  });
  if (credentials === undefined) return step('running', m.watermark_check_step_reading());
  if (credentialsFault) return step('failed', CREDENTIALS_FAULTS[credentialsFault]());
  if (!credentials) {
    const { name = '', format = null } = file?.kind ?? {};
    return step(
      'nothing',
      format
        ? m.watermark_check_step_credentials_none()
        : m.watermark_check_step_credentials_unsupported({ format: name }),
    );
  }
  return step(
    credentials.state === 'unchanged' ? 'found' : 'failed',
    CREDENTIALS_STATES[credentials.state](),
  );
}

function metadataStep({ findings: { credentials, xmp } }: CheckState): Step {
  const step = (state: StepState, text: string) => ({ name: m.watermark_check_step_metadata(), state, text });
  if (xmp === undefined)
    return credentials === undefined
      ? step('waiting', '')
      : step('running', m.watermark_check_step_reading());
  return xmp
    ? step('found', sourceWords(xmp.sourceType))
    : step('nothing', m.watermark_check_step_metadata_none());
}

function fingerprintStep({ hashed, findings: { xmp, sha256, byHash } }: CheckState): Step {
  const step = (state: StepState, text: string) => ({
    name: m.watermark_check_step_fingerprint(),
    state,
    text,
  });
  if (xmp === undefined) return step('waiting', '');
  if (sha256 === undefined)
    return step('running', formatNumber(Math.floor(hashed * 100) / 100, { style: 'percent' }));
  if (byHash === undefined) return step('running', m.watermark_check_step_fingerprint_asking());
  const answer = answered(byHash);
  if (!answer)
    return step(
      'failed',
      byHash === 'busy' ? m.watermark_check_step_site_busy() : m.watermark_check_step_site_offline(),
    );
  return answer.known
    ? step('found', m.watermark_check_step_fingerprint_known())
    : step('nothing', m.watermark_check_step_fingerprint_unknown());
}

function watermarkStep({ findings }: CheckState): Step {
  const step = (state: StepState, text: string) => ({
    name: m.watermark_check_step_watermark(),
    state,
    text,
  });
  const { sha256, watermark, hasPixels, isHalfRead, byWatermark } = findings;
  if (sha256 === undefined) return step('waiting', '');
  if (watermark === undefined) return step('running', m.watermark_check_step_watermark_looking());
  if (!watermark && isHalfRead) return step('failed', m.watermark_check_step_watermark_half());
  if (!watermark)
    return hasPixels
      ? step('nothing', m.watermark_check_step_watermark_none())
      : step('failed', m.watermark_check_step_watermark_unread());
  if (byWatermark === undefined) return step('running', m.watermark_check_step_watermark_asking());
  const answer = answered(byWatermark);
  if (!answer)
    return step(
      'failed',
      byWatermark === 'busy'
        ? m.watermark_check_step_watermark_busy()
        : m.watermark_check_step_watermark_offline(),
    );
  return step(
    'found',
    answer.known ? m.watermark_check_step_watermark_known() : m.watermark_check_step_watermark_unknown(),
  );
}
