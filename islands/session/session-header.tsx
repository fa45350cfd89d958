import { type FormEvent, type MouseEvent, useRef, useState } from 'react';
import { NAME_MAX } from '../../modules/dreams/contract/limits.ts';
import { dateOf, nameOf, visibleName } from '../../modules/dreams/contract/names.ts';
import type { Neighbours, SessionDetail } from '../../modules/dreams/contract/schemas.ts';
import { madeBy } from '../../modules/dreams/contract/source-type.ts';
import { api, failureText } from '../../modules/kit/browser/api.ts';
import { m } from '../../modules/kit/texts/m.ts';
import { ArrowLeftIcon, PencilIcon } from '../ui/icons.tsx';
import { LocalTime } from '../ui/local-time.tsx';
import { ShareButton } from '../ui/share-button.tsx';
import { NeighbourLinks } from './neighbour-links.tsx';

/** Names longer than this use a smaller font, to leave space for the video. */
const LONG = 60;

interface SessionHeaderProps {
  session: SessionDetail;
  /** The list that the dream was opened from, and the dream's neighbours in it. */
  list: string;
  neighbours: Neighbours | null;
  onRenamed: (name: string) => void;
  onOpened: () => void;
  report: (text: string) => void;
}

export function SessionHeader(props: SessionHeaderProps) {
  const { session, list, neighbours, onRenamed, onOpened, report } = props;
  const [editing, setEditing] = useState(false);
  const name = nameOf(session) || m.dreams_untitled();
  const pencil = useRef<HTMLButtonElement>(null);
  const proposed = session.is_owner && !nameOf(session) && session.proposed_name;
  return (
    <header className="session-header">
      <a className="button button-quiet" href="/dreamboard" onClick={goBack}>
        <ArrowLeftIcon />
        {m.dreams_session_back()}
      </a>
      {session.is_owner && <NeighbourLinks id={session.session_id} list={list} initial={neighbours} />}
      <div>
        {editing ? (
          <>
            <h1 className="visually-hidden">{name}</h1>
            <NameForm
              id={session.session_id}
              name={name}
              onRenamed={onRenamed}
              onClose={() => setEditing(false)}
              report={report}
            />
          </>
        ) : (
          <div className="session-title">
            <h1 dir="auto" data-long={name.length > LONG || undefined}>
              {name}
            </h1>
            {session.is_owner && (
              <button
                ref={pencil}
                type="button"
                className="icon-button"
                aria-label={m.dreams_session_rename()}
                title={m.dreams_session_rename()}
                onClick={() => setEditing(true)}
              >
                <PencilIcon />
              </button>
            )}
          </div>
        )}
        {proposed && !editing && (
          <ProposedName
            id={session.session_id}
            name={proposed}
            onRenamed={(kept) => {
              onRenamed(kept);
              // The focused button disappears.
              pencil.current?.focus();
            }}
            report={report}
          />
        )}
        <p>
          <LocalTime value={dateOf(session)} /> · {madeBy(session.is_ai, session.from_camera)}
        </p>
      </div>
      {session.is_owner && session.video_url && (
        <ShareButton
          className="button-primary session-share"
          dream={{
            id: session.session_id,
            name,
            isOpen: session.shared,
            poster: session.poster_url,
            onOpen: onOpened,
          }}
          report={report}
        />
      )}
    </header>
  );
}

/**
 * Goes back to the board like the browser's Back button, which keeps the scroll position, no matter how many dreams
 * have been opened since. Otherwise follows the link.
 */
function goBack(event: MouseEvent) {
  const elsewhere = event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
  const board = elsewhere ? null : boardBefore();
  if (!board) return;
  event.preventDefault();
  window.navigation?.traverseTo(board);
}

/** History key of the board, if only dreams came after it. Null in browsers without the Navigation API. */
function boardBefore(): string | null {
  const at = window.navigation?.currentEntry?.index ?? 0;
  const before = window.navigation?.entries().slice(0, at) ?? [];
  const pathOf = ({ url }: NavigationHistoryEntry) => url && new URL(url).pathname;
  const last = before.findLast((entry) => pathOf(entry) !== '/session');
  return last && pathOf(last) === '/dreamboard' ? last.key : null;
}

interface NamingProps {
  id: string;
  name: string;
  onRenamed: (name: string) => void;
  report: (text: string) => void;
}

/** Proposed name for an untitled dream, with a button that keeps it. */
function ProposedName({ id, name, onRenamed, report }: NamingProps) {
  const [busy, setBusy] = useState(false);
  const keep = async () => {
    if (busy) return;
    setBusy(true);
    try {
      onRenamed(await saveName(id, name));
    } catch (error) {
      report(failureText(error, m.dreams_session_rename_failed()));
      setBusy(false);
    }
  };
  return (
    <p className="proposed-name">
      <span>{m.dreams_session_proposed({ name: () => <bdi>{name}</bdi> })}</span>
      <button
        type="button"
        className="text-button"
        aria-label={m.dreams_session_keep_label({ name })}
        // `disabled` would lose the focus.
        aria-disabled={busy}
        onClick={keep}
      >
        {m.dreams_session_keep()}
      </button>
    </p>
  );
}

async function saveName(id: string, name: string): Promise<string> {
  const address = `/api/media-rename/${encodeURIComponent(id)}`;
  return (await api<{ dream_name: string }>('PATCH', address, { dream_name: name })).dream_name;
}

/** Stays open with the typed text if saving fails. */
function NameForm({ id, name, onRenamed, onClose, report }: NamingProps & { onClose: () => void }) {
  const [value, setValue] = useState(name);
  const [busy, setBusy] = useState(false);
  const blank = visibleName(value) === '';

  const save = async () => {
    if (busy) return;
    if (blank) return report(m.dreams_session_name_empty());
    setBusy(true);
    try {
      onRenamed(await saveName(id, value.trim()));
      onClose();
    } catch (error) {
      report(failureText(error, m.dreams_session_rename_failed()));
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
        aria-label={m.dreams_session_name_label()}
        value={value}
        maxLength={NAME_MAX}
        placeholder=" "
        dir="auto"
        // biome-ignore lint/a11y/noAutofocus: the person pressed the pencil to type here
        autoFocus
        onFocus={(event) => event.target.select()}
        onChange={(event) => setValue(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onClose();
          // Enter doesn't submit a form whose submit button is disabled.
          if (event.key === 'Enter' && blank) void save();
        }}
      />
      <button type="submit" className="button button-primary" disabled={blank || busy}>
        {m.dreams_session_save()}
      </button>
      <button type="button" className="button" onClick={onClose}>
        {m.dreams_session_cancel()}
      </button>
    </form>
  );
}
