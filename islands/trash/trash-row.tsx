import { dateOf, nameOf } from '../../modules/dreams/contract/names.ts';
import type { TrashedSession } from '../../modules/dreams/contract/trash-schemas.ts';
import { m } from '../../modules/kit/texts/m.ts';
import { DreamIcon, TrashIcon } from '../ui/icons.tsx';
import { LocalTime } from '../ui/local-time.tsx';
import { UndoIcon } from './icons.tsx';

interface TrashRowProps {
  session: TrashedSession;
  busy: boolean;
  onRestore: () => void;
  onPurge: () => void;
}

export function TrashRow({ session, busy, onRestore, onPurge }: TrashRowProps) {
  const name = nameOf(session) || m.dreams_untitled();
  return (
    <li className="trash-row">
      <div className="thumbnail">
        <DreamIcon />
        {session.thumbnail_url && (
          <img src={session.thumbnail_url} alt="" width={160} height={90} loading="lazy" decoding="async" />
        )}
      </div>
      <div className="trash-words">
        <p className="trash-name" data-unnamed={!nameOf(session) || undefined} dir="auto">
          {name}
        </p>
        <p className="trash-date">
          <LocalTime value={dateOf(session)} />
        </p>
        <p className="trash-date">
          {m.dreams_trash_gone_on({ date: () => <LocalTime value={session.gone_at} /> })}
        </p>
      </div>
      <div className="trash-actions">
        <button
          type="button"
          className="button"
          aria-label={m.dreams_trash_restore_label({ name })}
          disabled={busy}
          onClick={onRestore}
        >
          <UndoIcon />
          {m.dreams_trash_restore()}
        </button>
        <button
          type="button"
          className="icon-button"
          aria-label={m.dreams_trash_purge_label({ name })}
          title={m.dreams_trash_purge()}
          disabled={busy}
          onClick={onPurge}
        >
          <TrashIcon />
        </button>
      </div>
    </li>
  );
}
