import { useId } from 'react';
import { embedCode, liveEmbedPath } from '../../../modules/dreams/contract/embed-code.ts';
import { m } from '../../../modules/kit/texts/m.ts';
import { canShare, showSheet } from '../../browser/share-dream.ts';
import { CloseIcon } from '../../ui/icons.tsx';
import { useCopy } from '../../ui/use-copy.ts';
import type { StreamController } from '../controller.ts';
import { SidePanel } from '../settings/side-panel.tsx';
import { Toggle } from '../settings/toggle.tsx';
import type { AudienceState } from './audience-state.ts';
import type { Audience } from './use-audience.ts';

/** Durations of a vote to choose from, in seconds. */
const BALLOTS = [15, 30, 60] as const;

export interface TogetherPanelProps {
  open: boolean;
  onClose: () => void;
  audience: Audience;
  state: AudienceState;
  controller: StreamController | null;
}

/** The dreamer's view of the audience: the link, suggestions, the vote and the people. */
export default function TogetherPanel({ open, onClose, audience, state, controller }: TogetherPanelProps) {
  const send = (message: object) => controller?.send(message);
  return (
    <SidePanel
      title={m.stream_together_title()}
      closeLabel={m.stream_together_close()}
      className="together-panel"
      open={open}
      onClose={onClose}
    >
      <section>
        <p className="together-intro">{m.stream_together_intro()}</p>
        <Toggle
          label={m.stream_together_open()}
          on={audience.open}
          onChange={(next) => void audience.change({ open: next })}
        />
        {audience.hasFailed && (
          <p className="together-fault" role="alert">
            {m.stream_together_failed()}
          </p>
        )}
      </section>
      {audience.open && (
        <>
          <Link audience={audience} watching={state.watching} />
          <Suggestions suggestions={state.suggestions} send={send} />
          <Vote ballot={state.ballot} send={send} />
          <People people={state.people} send={send} />
        </>
      )}
    </SidePanel>
  );
}

interface PartProps {
  send: (message: object) => void;
}

function Link({ audience, watching }: { audience: Audience; watching: number }) {
  const { copied, copy } = useCopy();
  const field = useId();
  const url = audience.watchUrl ?? '';
  const hasSheet = canShare();
  return (
    <section>
      <label htmlFor={field}>
        <h3>{m.stream_together_link()}</h3>
      </label>
      <div className="together-link">
        <input
          id={field}
          className="field"
          dir="ltr"
          readOnly
          value={url}
          onFocus={(event) => event.target.select()}
        />
        <button
          type="button"
          className="button"
          onClick={async () => (await showSheet(m.stream_watch_title(), url, null)) || copy(url)}
        >
          {hasSheet
            ? m.stream_together_share()
            : copied
              ? m.stream_together_copied()
              : m.stream_together_copy()}
        </button>
      </div>
      <p className="numbers" role="status">
        {m.stream_together_count({ count: watching })}
      </p>
      <fieldset className="together-who">
        <legend>{m.stream_together_who()}</legend>
        {[false, true].map((signedIn) => (
          <label key={String(signedIn)} className="check">
            <input
              type="radio"
              name={`${field}-who`}
              checked={audience.signedIn === signedIn}
              onChange={() => void audience.change({ signedIn })}
            />
            {signedIn ? m.stream_together_signed_in() : m.stream_together_anybody()}
          </label>
        ))}
      </fieldset>
      <Toggle
        label={m.stream_together_named()}
        on={audience.named}
        onChange={(named) => void audience.change({ named })}
      />
      {url && <Player url={url} />}
    </section>
  );
}

/** Copies the HTML that shows the dream on another site. */
function Player({ url }: { url: string }) {
  const { copied, copy } = useCopy();
  const label = useId();
  const { origin, pathname } = new URL(url);
  const src = origin + liveEmbedPath(pathname.split('/').at(-1) ?? '');
  return (
    <div className="together-player">
      <span id={label}>{m.dreams_share_embed()}</span>
      <button
        type="button"
        className="button"
        aria-describedby={label}
        onClick={() => void copy(embedCode({ src, title: m.stream_watch_title() }))}
      >
        <span aria-live="polite">{copied ? m.dreams_share_copied() : m.dreams_share_embed_copy()}</span>
      </button>
    </div>
  );
}

const nameOf = (name: string | null) => name ?? m.stream_audience_guest();

function Suggestions({ suggestions, send }: PartProps & Pick<AudienceState, 'suggestions'>) {
  return (
    <section>
      <h3>{m.stream_together_suggestions()}</h3>
      {suggestions.length === 0 && <p className="together-none">{m.stream_together_none()}</p>}
      <ul className="together-list">
        {suggestions.map(({ id, text, from }) => (
          <li key={id}>
            <p>
              <span dir="auto">{text}</span>
              <small>{nameOf(from)}</small>
            </p>
            <button type="button" className="button" onClick={() => send({ type: 'take', id })}>
              {m.stream_together_take()}
            </button>
            <button
              type="button"
              className="icon-button"
              aria-label={m.stream_together_drop()}
              title={m.stream_together_drop()}
              onClick={() => send({ type: 'drop', id })}
            >
              <CloseIcon />
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Programs may have chosen another duration. */
const intervalsWith = (every: number | null): number[] =>
  [...new Set([...BALLOTS, ...(every === null ? [] : [every])])].sort((one, other) => one - other);

function Vote({ ballot: { every, candidates }, send }: PartProps & Pick<AudienceState, 'ballot'>) {
  const field = useId();
  return (
    <section>
      <label htmlFor={field}>
        <h3>{m.stream_together_ballot()}</h3>
      </label>
      <select
        id={field}
        className="field"
        value={every ?? ''}
        aria-describedby={`${field}-hint`}
        onChange={({ target }) =>
          send({ type: 'ballot', seconds: target.value === '' ? null : Number(target.value) })
        }
      >
        <option value="">{m.stream_together_ballot_off()}</option>
        {intervalsWith(every).map((each) => (
          <option key={each} value={each}>
            {m.stream_together_ballot_every({ seconds: each })}
          </option>
        ))}
      </select>
      <small id={`${field}-hint`}>{m.stream_together_ballot_hint()}</small>
      {every !== null && candidates.length > 0 && (
        <ol className="together-list">
          {candidates.slice(0, 5).map(({ id, text, votes }) => (
            <li key={id}>
              <p dir="auto">{text}</p>
              <span className="numbers">{m.stream_watch_ballot_votes({ count: votes })}</span>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

function People({ people, send }: PartProps & Pick<AudienceState, 'people'>) {
  if (people.length === 0) return null;
  return (
    <section>
      <h3>{m.stream_together_people()}</h3>
      <small>{m.stream_together_player_hint()}</small>
      <ul className="together-list">
        {people.map(({ watcher, name, role }, index) => (
          <li key={watcher}>
            <p>
              <span>{name ?? m.stream_together_guest_number({ number: String(index + 1) })}</span>
              <small>{role === 'player' ? m.stream_together_player() : m.stream_together_watcher()}</small>
            </p>
            <button
              type="button"
              className="button"
              onClick={() => send({ type: 'role', watcher, role: role === 'player' ? 'watcher' : 'player' })}
            >
              {role === 'player' ? m.stream_together_make_watcher() : m.stream_together_make_player()}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
