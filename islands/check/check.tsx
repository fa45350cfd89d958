import { useEffect, useState } from 'react';
import { m } from '../../modules/kit/texts/m.ts';
import type { Signers } from './check-messages.ts';
import { isDone } from './check-state.ts';
import { CheckedFile } from './checked-file.tsx';
import { DropZone } from './drop-zone.tsx';
import { useCheck } from './use-check.ts';
import { verdictOf } from './verdict.ts';

export interface CheckProps {
  appName: string;
  signers: Signers;
  /** URL of TrustMark's decoder, if this site uses it */
  decoder: string | null;
  /** links operators to the dream */
  isAdmin: boolean;
}

/** Shows how a file was made, who signed it, and whether it was changed since. */
export default function Check({ appName, signers, decoder, isAdmin }: CheckProps) {
  const { state, isBusy, open, retryAfterFailure } = useCheck(signers, decoder);
  const isOver = useFilesOfPage(open);
  const { file, refusal, findings } = state;
  const verdict = file && !refusal && isDone(findings) ? verdictOf(findings) : null;
  const status =
    refusal ??
    (verdict && m.kit_clause_and_sentence({ clause: verdict.title, sentence: verdict.text })) ??
    (isBusy ? m.watermark_check_reading() : '');

  return (
    <section className="checker">
      <h1>{m.watermark_check_title()}</h1>
      <p className="check-lead">{m.watermark_check_lead()}</p>
      <DropZone isOver={isOver} isSmall={file !== null} onFiles={open} />
      <p className="visually-hidden" role="status">
        {status}
      </p>
      {file && (
        <CheckedFile
          state={state}
          verdict={verdict}
          isBusy={isBusy}
          isAdmin={isAdmin}
          onAskAgain={retryAfterFailure}
        />
      )}
      <div className="check-about">
        <p>
          {m.watermark_check_about_privacy({
            app: appName,
            strong: (words) => <strong>{words}</strong>,
          })}
        </p>
        <p>{m.watermark_check_about_marks()}</p>
      </div>
    </section>
  );
}

/** Accepts files dropped anywhere on the page, or pasted. @returns true while files are held over it */
function useFilesOfPage(onFiles: (files: readonly File[]) => void): boolean {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const ends = new AbortController();
    const { signal } = ends;
    const holdsFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') === true;
    const onDrag = (event: DragEvent) => {
      if (!holdsFiles(event)) return;
      // Otherwise the browser would leave the page and open the file.
      event.preventDefault();
      setOver(true);
    };
    const onLeave = (event: DragEvent) => event.relatedTarget === null && setOver(false);
    const onDrop = (event: DragEvent) => {
      if (!holdsFiles(event)) return;
      event.preventDefault();
      setOver(false);
      onFiles([...(event.dataTransfer?.files ?? [])]);
    };
    const onPaste = (event: ClipboardEvent) => onFiles([...(event.clipboardData?.files ?? [])]);
    document.addEventListener('dragenter', onDrag, { signal });
    document.addEventListener('dragover', onDrag, { signal });
    document.addEventListener('dragleave', onLeave, { signal });
    document.addEventListener('drop', onDrop, { signal });
    document.addEventListener('paste', onPaste, { signal });
    return () => ends.abort();
  }, [onFiles]);
  return isOver;
}
