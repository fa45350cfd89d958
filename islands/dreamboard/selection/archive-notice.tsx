import { m } from '../../../modules/kit/texts/m.ts';
import { joinSentences } from '../../../modules/kit/texts/sentences.ts';
import { describeDownload } from '../../stream/voice/describe-download.ts';
import { AlertIcon, CheckIcon, DownloadIcon } from '../../ui/icons.tsx';
import type { ArchiveState, useArchive } from './use-archive.ts';

export function ArchiveNotice({ archive }: { archive: ReturnType<typeof useArchive> }) {
  const { state } = archive;
  if (!state) return null;
  const { phase } = state;
  return (
    <section className="notice archive" aria-label={m.dreams_archive_label()}>
      {phase === 'failed' ? <AlertIcon /> : phase === 'saved' ? <CheckIcon /> : <DownloadIcon />}
      <div className="archive-words">
        <p role={phase === 'failed' ? 'alert' : 'status'}>{textOf(state)}</p>
        {phase === 'loading' && (
          <>
            <progress
              className="progress"
              aria-label={m.dreams_archive_label()}
              value={state.total > 0 ? state.loaded / state.total : undefined}
            />
            <p className="archive-figures numbers">
              {state.total > 0 ? describeDownload(state.loaded, state.total) : m.dreams_archive_ready()}
            </p>
          </>
        )}
      </div>
      {phase === 'loading' && (
        <button type="button" className="button" onClick={archive.cancel}>
          {m.dreams_archive_cancel()}
        </button>
      )}
      {phase === 'failed' && (
        <button type="button" className="button" onClick={() => void archive.start(state.choice)}>
          {m.dreams_archive_retry()}
        </button>
      )}
      {phase !== 'loading' && (
        <button type="button" className="button" onClick={archive.dismiss}>
          {m.dreams_archive_dismiss()}
        </button>
      )}
    </section>
  );
}

function textOf(state: ArchiveState): string {
  switch (state.phase) {
    case 'loading':
      return m.dreams_archive_loading(state);
    case 'handed over':
      return m.dreams_archive_handed_over(state);
    case 'saved': {
      const saved = m.dreams_archive_saved(state);
      return joinSentences([saved, state.leftOut > 0 && m.dreams_archive_left_out({ count: state.leftOut })]);
    }
    case 'failed':
      return state.text;
  }
}
