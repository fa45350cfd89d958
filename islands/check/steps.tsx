import type { ReactNode } from 'react';
import { CheckIcon } from '../ui/icons.tsx';
import { answered, type CheckState, type LookUp } from './check-state.ts';
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
    <ol className="check-steps" aria-label="Steps">
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

function credentialsStep({ file, findings: { credentials, credentialsFault } }: CheckState): Step {
  const step = (state: StepState, text: string) => ({ name: 'Content credentials', state, text });
  if (credentials === undefined) return step('running', 'reading…');
  if (credentialsFault === 'offline') return step('failed', 'their reader did not come. Are you offline?');
  if (credentialsFault === 'damaged') return step('failed', 'there, but damaged');
  if (credentialsFault) return step('failed', 'could not be looked for in this file');
  if (!credentials)
    return step('nothing', file?.kind?.format ? 'none' : `${file?.kind?.name} files can’t hold any`);
  const words = { unchanged: 'signed, unchanged since', changed: 'changed since', broken: 'not valid' };
  return step(credentials.state === 'unchanged' ? 'found' : 'failed', words[credentials.state]);
}

function metadataStep({ findings: { credentials, xmp } }: CheckState): Step {
  const step = (state: StepState, text: string) => ({ name: 'Metadata', state, text });
  if (xmp === undefined) return credentials === undefined ? step('waiting', '') : step('running', 'reading…');
  return xmp
    ? step('found', sourceWords(xmp.sourceType))
    : step('nothing', 'says nothing of how it was made');
}

function fingerprintStep({ hashed, findings: { xmp, sha256, byHash } }: CheckState): Step {
  const step = (state: StepState, text: string) => ({ name: 'Fingerprint', state, text });
  if (xmp === undefined) return step('waiting', '');
  if (sha256 === undefined) return step('running', `${Math.floor(hashed * 100)} %`);
  if (byHash === undefined) return step('running', 'asking this site…');
  const answer = answered(byHash);
  if (!answer) return step('failed', unaskedWords(byHash));
  return answer.known
    ? step('found', 'a file of ours, byte for byte')
    : step('nothing', 'no file that was made here, byte for byte');
}

function watermarkStep({ findings }: CheckState): Step {
  const step = (state: StepState, text: string) => ({ name: 'Watermark', state, text });
  const { sha256, watermark, hasPixels, isHalfRead, byWatermark } = findings;
  if (sha256 === undefined) return step('waiting', '');
  if (watermark === undefined) return step('running', 'looking at the pixels…');
  if (!watermark && isHalfRead) return step('failed', 'none found, but not all could be searched');
  if (!watermark)
    return hasPixels ? step('nothing', 'none found') : step('failed', 'the pixels could not be read');
  if (byWatermark === undefined) return step('running', 'found; asking this site…');
  const answer = answered(byWatermark);
  if (!answer) return step('failed', `found, but ${unaskedWords(byWatermark)}`);
  return step('found', answer.known ? 'found, one of ours' : 'found, none of ours');
}

const unaskedWords = (lookUp: LookUp): string =>
  lookUp === 'busy' ? 'this site was asked too often' : 'this site could not be asked';
