import { useEffect, useRef } from 'react';
import { formatBytes } from '../../modules/kit/texts/formats.ts';
import { m } from '../../modules/kit/texts/m.ts';
import { AlertIcon, CheckIcon, SearchIcon } from '../ui/icons.tsx';
import { type CheckState, isUnasked } from './check-state.ts';
import { Details } from './details.tsx';
import { Steps } from './steps.tsx';
import type { Verdict } from './verdict.ts';

interface CheckedFileProps {
  state: CheckState;
  /** null while the file is being read, and if it can't be */
  verdict: Verdict | null;
  isBusy: boolean;
  isAdmin: boolean;
  onAskAgain: () => void;
}

const ICONS = { good: CheckIcon, changed: AlertIcon, plain: SearchIcon } as const;

/** A file, the outcome of each step, and what it means. */
export function CheckedFile({ state, verdict, isBusy, isAdmin, onAskAgain }: CheckedFileProps) {
  const { file, others, refusal, image, findings } = state;
  const Icon = verdict && ICONS[verdict.tone];
  return (
    <article className="card check-file" aria-label={file?.name} aria-busy={isBusy}>
      <header>
        {image && <Preview image={image} />}
        <div>
          <p className="check-name" dir="auto">
            {file?.name}
          </p>
          <p>
            {file?.kind && (
              <>
                <bdi>{file.kind.name}</bdi>
                {' · '}
              </>
            )}
            <bdi>{file && sizeText(file.bytes)}</bdi>
          </p>
          {others > 0 && <p>{m.watermark_check_others({ count: others + 1 })}</p>}
        </div>
      </header>
      {refusal && (
        <div className="notice">
          <AlertIcon />
          <p>{refusal}</p>
        </div>
      )}
      {verdict && Icon && (
        <div className="check-verdict" data-tone={verdict.tone}>
          <Icon />
          <h2>{verdict.title}</h2>
          <p>{verdict.text}</p>
          {isUnasked(findings) && (
            <button type="button" className="button" onClick={onAskAgain}>
              {m.watermark_check_try_again()}
            </button>
          )}
        </div>
      )}
      {isBusy && <progress className="progress" aria-label={m.watermark_check_reading_label()} />}
      {!refusal && <Steps state={state} />}
      {verdict && <Details findings={findings} isAdmin={isAdmin} />}
    </article>
  );
}

/** Never zero. */
const sizeText = (bytes: number): string => formatBytes(Math.max(bytes, 1e3));

/** A thumbnail of the file. */
function Preview({ image }: { image: ImageBitmap }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => canvas.current?.getContext('2d')?.drawImage(image, 0, 0), [image]);
  return (
    <canvas
      ref={canvas}
      width={image.width}
      height={image.height}
      role="img"
      aria-label={m.watermark_check_image_label()}
    />
  );
}
