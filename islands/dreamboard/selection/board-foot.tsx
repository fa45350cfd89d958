import { FeedbackPrompt } from '../tile/feedback-prompt.tsx';
import type { Marks } from '../use-actions.ts';
import type { About } from './about.ts';
import { ArchiveNotice } from './archive-notice.tsx';
import type { Choice } from './choice.ts';
import { SelectionBar } from './selection-bar.tsx';
import { UndoNotice } from './undo-notice.tsx';
import { useArchive } from './use-archive.ts';
import { useChosen } from './use-chosen.ts';
import type { useSelection } from './use-selection.ts';

interface BoardFootProps {
  /** when the board appeared, by performance.now() */
  shownAt: number;
  selection: ReturnType<typeof useSelection>;
  choice: Choice;
  /** true if the choice is all that there is */
  isComplete: boolean;
  isDeleting: boolean;
  marks: Marks;
  onCollect: (about: About) => void;
}

/** Actions on the selected dreams and their outcomes, and the request to rate the last dream. */
export default function BoardFoot(props: BoardFootProps) {
  const { selection, choice, isComplete, isDeleting, marks, onCollect } = props;
  const archive = useArchive();
  const { selected, leave } = selection;
  const chosen = useChosen(marks, selected, choice, leave);
  const busy = selection.counting ? 'counting' : isDeleting ? 'deleting' : chosen.sharing ? 'sharing' : null;
  return (
    <>
      {chosen.deleted && (
        <UndoNotice deletion={chosen.deleted} onUndo={chosen.undo} onDismiss={chosen.dropDeleted} />
      )}
      <ArchiveNotice archive={archive} />
      <FeedbackPrompt boardShownAt={props.shownAt} />
      {selected && (
        <SelectionBar
          choice={choice}
          complete={choice.count > 0 && isComplete}
          busy={busy}
          result={chosen.result}
          onAll={selection.all}
          onNone={selection.none}
          onBookmark={chosen.bookmark}
          onCollect={() => onCollect(choice.about)}
          onShare={chosen.share}
          onDownload={
            archive.state?.phase === 'loading'
              ? null
              : () => {
                  leave();
                  void archive.start(choice);
                }
          }
          onDelete={chosen.hide}
          onLeave={leave}
        />
      )}
      <p className="visually-hidden" role="status">
        {chosen.outcome}
      </p>
    </>
  );
}
