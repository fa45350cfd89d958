import { useEffect, useState } from 'react';
import { m } from '../../../modules/kit/texts/m.ts';
import { TrashIcon } from '../../ui/icons.tsx';
import type { Deletion } from './bulk-actions.ts';

/** Long enough to read the notice and reach the button. The trash allows the same for weeks. */
const SHOWN_MS = 12_000;

interface UndoNoticeProps {
  deletion: Deletion;
  onUndo: () => void;
  onDismiss: (deletion: Deletion) => void;
}

/** Reports deleted dreams and offers to undo the deletion. Stays while hovered or focused. */
export function UndoNotice({ deletion, onUndo, onDismiss }: UndoNoticeProps) {
  const { count, requested } = deletion;
  const [held, setHeld] = useState(false);
  useEffect(() => {
    if (held) return;
    const timer = setTimeout(() => onDismiss(deletion), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [held, deletion, onDismiss]);
  return (
    <div
      className="notice banner undo"
      role="status"
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <TrashIcon />
      <p>
        {count < requested
          ? m.dreams_undo_deleted_partly({ count, requested })
          : m.dreams_undo_deleted({ count })}
      </p>
      <button type="button" className="button" onClick={onUndo}>
        {m.dreams_undo_button()}
      </button>
      <a className="button" href="/trash">
        {m.dreams_undo_trash()}
      </a>
    </div>
  );
}
