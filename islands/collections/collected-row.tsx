import { useRef } from 'react';
import type { CollectedDream } from '../../modules/dreams/contract/collection-schemas.ts';
import { dateOf, nameOf } from '../../modules/dreams/contract/names.ts';
import { m } from '../../modules/kit/texts/m.ts';
import { DragHandle } from '../ui/drag-handle.tsx';
import { CloseIcon, DreamIcon, LinkOffIcon } from '../ui/icons.tsx';
import { LocalTime } from '../ui/local-time.tsx';
import { DownIcon, UpIcon } from '../ui/order-icons.tsx';

interface CollectedRowProps {
  session: CollectedDream;
  index: number;
  count: number;
  /** Moves it on the page while it is dragged. */
  onDrag: (to: number) => void;
  onDrop: () => void;
  onMove: (to: number) => void;
  onRemove: () => void;
}

export function CollectedRow(props: CollectedRowProps) {
  const { session, index, count, onDrag, onDrop, onMove, onRemove } = props;
  const row = useRef<HTMLLIElement>(null);
  const name = nameOf(session) || m.dreams_untitled();
  return (
    <li ref={row} className="collected-row">
      <DragHandle
        className="collected-grip"
        row={row}
        label={m.dreams_collection_drag({ name })}
        onMove={onDrag}
        onDrop={onDrop}
      />
      <a href={`/session?session_id=${encodeURIComponent(session.session_id)}`}>
        <span className="collected-picture thumbnail">
          <DreamIcon />
          {session.thumbnail_url && (
            <img src={session.thumbnail_url} alt="" width={160} height={90} loading="lazy" decoding="async" />
          )}
        </span>
        <span className="collected-words">
          <strong dir="auto">{name}</strong>
          <small>
            <LocalTime value={dateOf(session)} />
          </small>
          {!session.shown && (
            <small className="collected-private">
              <LinkOffIcon />
              {m.dreams_collection_private()}
            </small>
          )}
        </span>
      </a>
      <span className="collected-buttons">
        <IconButton
          label={m.dreams_collection_up({ name })}
          disabled={index === 0}
          onClick={() => onMove(index - 1)}
        >
          <UpIcon />
        </IconButton>
        <IconButton
          label={m.dreams_collection_down({ name })}
          disabled={index === count - 1}
          onClick={() => onMove(index + 1)}
        >
          <DownIcon />
        </IconButton>
        <IconButton label={m.dreams_collection_remove({ name })} onClick={onRemove}>
          <CloseIcon />
        </IconButton>
      </span>
    </li>
  );
}

interface IconButtonProps {
  label: string;
  disabled?: boolean;
  onClick: () => void;
  children: React.ReactNode;
}

/** Uses `aria-disabled` and not `disabled`, to keep the keyboard focus at both ends of the list. */
function IconButton({ label, disabled, onClick, children }: IconButtonProps) {
  return (
    <button
      type="button"
      className="icon-button"
      aria-label={label}
      title={label}
      aria-disabled={disabled}
      onClick={disabled ? undefined : onClick}
    >
      {children}
    </button>
  );
}
