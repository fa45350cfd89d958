import { BookmarkIcon, CloseIcon, TrashIcon } from '../icons.tsx';

interface SelectionBarProps {
  count: number;
  deleting: boolean;
  /** all of them are bookmarked already, so that the next step is to take that away */
  bookmarked: boolean;
  onBookmark: () => void;
  onDelete: () => void;
  onLeave: () => void;
}

export function SelectionBar(props: SelectionBarProps) {
  const { count, deleting } = props;
  const idle = count === 0 || deleting;
  return (
    <section className="selection-bar" aria-label="Selection">
      <button
        type="button"
        className="icon-button"
        aria-label="Cancel"
        title="Cancel"
        onClick={props.onLeave}
      >
        <CloseIcon />
      </button>
      <p aria-live="polite" className="numbers">
        {count} selected
      </p>
      <button type="button" className="button" disabled={idle} onClick={props.onBookmark}>
        <BookmarkIcon />
        {props.bookmarked ? 'Remove bookmark' : 'Bookmark'}
      </button>
      <button type="button" className="button button-danger" disabled={idle} onClick={props.onDelete}>
        <TrashIcon />
        {deleting ? 'Deleting...' : 'Delete'}
      </button>
    </section>
  );
}
