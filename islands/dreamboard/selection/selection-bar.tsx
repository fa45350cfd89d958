import type { ReactNode } from 'react';
import { BookmarkIcon, CloseIcon, DownloadIcon, LinkIcon, LinkOffIcon, TrashIcon } from '../../ui/icons.tsx';
import type { Choice } from './choice.ts';

interface SelectionBarProps {
  choice: Choice;
  /** The whole list is selected, including dreams that haven't been fetched. */
  complete: boolean;
  busy: 'counting' | 'deleting' | 'sharing' | null;
  result: string;
  onAll: () => void;
  onNone: () => void;
  onBookmark: () => void;
  onShare: (shared: boolean) => void;
  /** Null while another download is running. */
  onDownload: (() => void) | null;
  onDelete: () => void;
  onLeave: () => void;
}

export function SelectionBar(props: SelectionBarProps) {
  const { choice, complete, busy } = props;
  const { count, shared } = choice;
  const idle = count === 0 || busy !== null;
  const bookmarked = count > 0 && choice.bookmarked === count;
  return (
    <section className="selection-bar" aria-label="Selection">
      <p className="selection-result" role="status" dir="auto">
        {props.result}
      </p>
      <div className="selection-head">
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
          {busy === 'counting' ? 'Counting...' : `${count} selected`}
        </p>
        <button
          type="button"
          className="text-button"
          disabled={busy !== null}
          onClick={complete ? props.onNone : props.onAll}
        >
          {complete ? 'Select none' : 'Select all'}
        </button>
      </div>
      <div className="selection-actions">
        <Action disabled={idle} onClick={props.onBookmark} icon={<BookmarkIcon />}>
          {bookmarked ? 'Remove bookmark' : 'Bookmark'}
        </Action>
        <Action disabled={idle || shared === count} onClick={() => props.onShare(true)} icon={<LinkIcon />}>
          Share
        </Action>
        <Action disabled={idle || shared === 0} onClick={() => props.onShare(false)} icon={<LinkOffIcon />}>
          Unshare
        </Action>
        <Action
          disabled={idle || !props.onDownload || choice.videos === 0}
          onClick={() => props.onDownload?.()}
          icon={<DownloadIcon />}
        >
          Download
        </Action>
        <Action danger disabled={idle} onClick={props.onDelete} icon={<TrashIcon />}>
          {busy === 'deleting' ? 'Deleting...' : 'Delete'}
        </Action>
      </div>
    </section>
  );
}

interface ActionProps {
  icon: ReactNode;
  children: string;
  danger?: boolean;
  disabled: boolean;
  onClick: () => void;
}

/** Uses `aria-disabled` and not `disabled`, to keep the keyboard focus. */
function Action({ icon, children, danger, disabled, onClick }: ActionProps) {
  return (
    <button
      type="button"
      className={danger ? 'button button-danger' : 'button'}
      aria-disabled={disabled}
      onClick={disabled ? undefined : onClick}
    >
      {icon}
      <span>{children}</span>
    </button>
  );
}
