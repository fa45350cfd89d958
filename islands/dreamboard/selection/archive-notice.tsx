import { describeDownload } from '../../stream/voice/describe-download.ts';
import { AlertIcon, CheckIcon, DownloadIcon } from '../../ui/icons.tsx';
import { dreamCount } from '../tile/sharing-text.ts';
import type { ArchiveState, useArchive } from './use-archive.ts';

export function ArchiveNotice({ archive }: { archive: ReturnType<typeof useArchive> }) {
  const { state } = archive;
  if (!state) return null;
  const { phase } = state;
  return (
    <section className="notice archive" aria-label="Download">
      {phase === 'failed' ? <AlertIcon /> : phase === 'saved' ? <CheckIcon /> : <DownloadIcon />}
      <div className="archive-words">
        <p role={phase === 'failed' ? 'alert' : 'status'}>{textOf(state)}</p>
        {phase === 'loading' && (
          <>
            <progress
              className="progress"
              aria-label="Download"
              value={state.total > 0 ? state.loaded / state.total : undefined}
            />
            <p className="archive-figures numbers">
              {state.total > 0 ? describeDownload(state.loaded, state.total) : 'Getting ready...'}
            </p>
          </>
        )}
      </div>
      {phase === 'loading' && (
        <button type="button" className="button" onClick={archive.cancel}>
          Cancel
        </button>
      )}
      {phase === 'failed' && (
        <button type="button" className="button" onClick={() => void archive.start(state.choice)}>
          Try again
        </button>
      )}
      {phase !== 'loading' && (
        <button type="button" className="button" onClick={archive.dismiss}>
          Dismiss
        </button>
      )}
    </section>
  );
}

function textOf(state: ArchiveState): string {
  switch (state.phase) {
    case 'loading':
      return `Downloading ${dreamCount(state.count)}`;
    case 'handed over':
      return `Your browser downloads ${dreamCount(state.count)}.`;
    case 'saved': {
      const { count, leftOut } = state;
      const saved = `${dreamCount(count)} downloaded.`;
      if (leftOut === 0) return saved;
      return `${saved} ${leftOut} ${leftOut === 1 ? 'is' : 'are'} not in it: a list inside says why.`;
    }
    case 'failed':
      return state.text;
  }
}
