import { type FormEvent, type MouseEvent, useState } from 'react';
import { NAME_MAX } from '../../modules/dreams/limits.ts';
import type { SessionDetail } from '../../modules/dreams/schemas.ts';
import { visibleName } from '../../modules/dreams/shared/name-key.ts';
import { dateOf, nameOf } from '../../modules/dreams/shared/sort.ts';
import { api, failureText } from '../api.ts';
import { ArrowLeftIcon, PencilIcon } from '../icons.tsx';
import { LocalTime } from '../local-time.tsx';

interface SessionHeaderProps {
  session: SessionDetail;
  onRenamed: (name: string) => void;
  tell: (text: string) => void;
}

export function SessionHeader({ session, onRenamed, tell }: SessionHeaderProps) {
  const [editing, setEditing] = useState(false);
  const name = nameOf(session) || 'untitled';
  return (
    <header className="session-header">
      <a className="button button-quiet" href="/dreamboard" onClick={goBack}>
        <ArrowLeftIcon />
        Back
      </a>
      <div>
        {editing ? (
          <>
            <h1 className="visually-hidden">{name}</h1>
            <NameForm
              id={session.session_id}
              name={name}
              onRenamed={onRenamed}
              onClose={() => setEditing(false)}
              tell={tell}
            />
          </>
        ) : (
          <div className="session-title">
            <h1 dir="auto">{name}</h1>
            {session.is_owner && (
              <button
                type="button"
                className="icon-button"
                aria-label="Rename"
                title="Rename"
                onClick={() => setEditing(true)}
              >
                <PencilIcon />
              </button>
            )}
          </div>
        )}
        <p>
          <LocalTime value={dateOf(session)} />
        </p>
      </div>
    </header>
  );
}

/** To who came from the board, what the browser's own Back gives: their place on it. */
function goBack(event: MouseEvent) {
  const elsewhere = event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
  if (elsewhere || !cameFromBoard()) return;
  event.preventDefault();
  history.back();
}

/** Whether the page before this one in the tab is the board; unknown to browsers without the Navigation API. */
function cameFromBoard(): boolean {
  const at = window.navigation?.currentEntry?.index ?? 0;
  const before = window.navigation?.entries()[at - 1];
  return before?.url != null && new URL(before.url).pathname === '/dreamboard';
}

interface NameFormProps {
  id: string;
  name: string;
  onRenamed: (name: string) => void;
  onClose: () => void;
  tell: (text: string) => void;
}

/** Stays open with what was typed when it could not be saved. */
function NameForm({ id, name, onRenamed, onClose, tell }: NameFormProps) {
  const [value, setValue] = useState(name);
  const [busy, setBusy] = useState(false);
  const blank = visibleName(value) === '';

  const save = async () => {
    if (busy) return;
    if (blank) return tell('Name cannot be empty');
    setBusy(true);
    try {
      const address = `/api/media-rename/${encodeURIComponent(id)}`;
      const saved = await api<{ dream_name: string }>('PATCH', address, { dream_name: value.trim() });
      onRenamed(saved.dream_name);
      onClose();
    } catch (error) {
      tell(failureText(error, 'Failed to update name'));
      setBusy(false);
    }
  };

  return (
    <form
      className="session-rename"
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        void save();
      }}
    >
      <input
        className="field"
        aria-label="Name"
        value={value}
        maxLength={NAME_MAX}
        dir="auto"
        // biome-ignore lint/a11y/noAutofocus: the person pressed the pencil to type here
        autoFocus
        onFocus={(event) => event.target.select()}
        onChange={(event) => setValue(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onClose();
          // With its button off, a form is not submitted by Enter.
          if (event.key === 'Enter' && !event.nativeEvent.isComposing && blank) void save();
        }}
      />
      <button type="submit" className="button button-primary" disabled={blank || busy}>
        Save
      </button>
      <button type="button" className="button" onClick={onClose}>
        Cancel
      </button>
    </form>
  );
}
