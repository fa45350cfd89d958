import type { ReactNode } from 'react';
import { m } from '../../../modules/kit/texts/m.ts';
import {
  BookmarkIcon,
  CloseIcon,
  DownloadIcon,
  LinkIcon,
  LinkOffIcon,
  PlusIcon,
  TrashIcon,
} from '../../ui/icons.tsx';
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
  onCollect: () => void;
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
    <section className="selection-bar" aria-label={m.dreams_selection_label()}>
      <p className="selection-result" role="status" dir="auto">
        {props.result}
      </p>
      <div className="selection-head">
        <button
          type="button"
          className="icon-button"
          aria-label={m.dreams_selection_cancel()}
          title={m.dreams_selection_cancel()}
          onClick={props.onLeave}
        >
          <CloseIcon />
        </button>
        <p aria-live="polite" className="numbers">
          {busy === 'counting' ? m.dreams_selection_counting() : m.dreams_selection_count({ count })}
        </p>
        <button
          type="button"
          className="text-button"
          disabled={busy !== null}
          onClick={complete ? props.onNone : props.onAll}
        >
          {complete ? m.dreams_selection_none() : m.dreams_selection_all()}
        </button>
      </div>
      <div className="selection-actions">
        <Action disabled={idle} onClick={props.onBookmark} icon={<BookmarkIcon />}>
          {bookmarked ? m.dreams_selection_bookmark_remove() : m.dreams_selection_bookmark()}
        </Action>
        <Action disabled={idle} onClick={props.onCollect} icon={<PlusIcon />}>
          {m.dreams_collect()}
        </Action>
        <Action disabled={idle || shared === count} onClick={() => props.onShare(true)} icon={<LinkIcon />}>
          {m.dreams_selection_share()}
        </Action>
        <Action disabled={idle || shared === 0} onClick={() => props.onShare(false)} icon={<LinkOffIcon />}>
          {m.dreams_selection_unshare()}
        </Action>
        <Action
          disabled={idle || !props.onDownload || choice.videos === 0}
          onClick={() => props.onDownload?.()}
          icon={<DownloadIcon />}
        >
          {m.dreams_selection_download()}
        </Action>
        <Action danger disabled={idle} onClick={props.onDelete} icon={<TrashIcon />}>
          {busy === 'deleting' ? m.dreams_selection_deleting() : m.dreams_selection_delete()}
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
