import { type FormEvent, useEffect, useId, useState } from 'react';
import { m } from '../../modules/kit/texts/m.ts';
import { PROMPT_MAX, SUGGESTION_MAX } from '../../modules/protocol/limits.ts';
import { REACTION_KINDS } from '../stream/audience/reactions.tsx';
import type { WatchController } from './watch-controller.ts';
import type { WatchState } from './watch-state.ts';

interface TakePartProps {
  state: WatchState;
  controller: WatchController;
  /** first name; null for a guest */
  name: string | null;
}

/** Everything a watcher can do: react, suggest, vote, and prompt as a player. */
export function TakePart({ state, controller, name }: TakePartProps) {
  const [text, setText] = useState('');
  const field = useId();
  const isPlayer = state.role === 'player';
  const label = isPlayer ? m.stream_watch_play_placeholder() : m.stream_watch_suggest_placeholder();

  function send(event: FormEvent) {
    event.preventDefault();
    const words = text.trim();
    if (words === '') return;
    controller.readFault();
    controller.send({ type: isPlayer ? 'prompt' : 'suggest', text: words });
    setText('');
  }

  return (
    <div className="watch-part">
      <fieldset className="watch-reactions">
        <legend className="visually-hidden">{m.stream_reactions_label()}</legend>
        {REACTION_KINDS.map(({ name, Icon, label }, kind) => (
          <button
            key={name}
            data-reaction={name}
            type="button"
            className="icon-button"
            aria-label={label()}
            title={label()}
            onClick={() => controller.send({ type: 'react', kind })}
          >
            <Icon />
          </button>
        ))}
      </fieldset>
      <Ballot ballot={state.ballot} voted={state.voted} onVote={controller.vote} />
      <form className="watch-suggest" onSubmit={send}>
        <label className="visually-hidden" htmlFor={field}>
          {label}
        </label>
        <input
          id={field}
          className="field"
          dir="auto"
          autoComplete="off"
          placeholder={label}
          maxLength={isPlayer ? PROMPT_MAX : SUGGESTION_MAX}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <button type="submit" className="button button-primary" disabled={text.trim() === ''}>
          {isPlayer ? m.stream_watch_play() : m.stream_watch_suggest()}
        </button>
      </form>
      <div role="status">
        {state.fault && <p className="watch-fault">{state.fault}</p>}
        {state.sent.map(({ id, text }) => (
          <p key={id} className="watch-sent">
            {m.stream_watch_suggested({ text })}
          </p>
        ))}
      </div>
      <p className="watch-as">
        {name === null ? m.stream_watch_name_note_guest() : m.stream_watch_name_note({ name })}
      </p>
    </div>
  );
}

interface BallotProps {
  ballot: WatchState['ballot'];
  voted: string | null;
  onVote: (id: string) => void;
}

function Ballot({ ballot: { seconds, candidates }, voted, onVote }: BallotProps) {
  const left = useCountdown(seconds, candidates);
  if (left === null || candidates.length === 0) return null;
  return (
    <section className="watch-ballot" aria-label={m.stream_watch_ballot_title()}>
      <header>
        <h2>{m.stream_watch_ballot_title()}</h2>
        {/* Hidden from screen readers, which would never stop reading it. */}
        <span className="numbers" aria-hidden="true">
          {m.stream_watch_ballot_left({ seconds: left })}
        </span>
      </header>
      {candidates.map(({ id, text, votes }) => (
        <button
          key={id}
          type="button"
          className="watch-candidate"
          aria-pressed={voted === id}
          aria-label={`${m.stream_watch_ballot_vote({ text })} ${m.stream_watch_ballot_votes({ count: votes })}`}
          onClick={() => onVote(id)}
        >
          <span dir="auto">{text}</span>
          <span className="numbers">{votes}</span>
        </button>
      ))}
    </section>
  );
}

/** Counts down between two states of the vote. */
function useCountdown(seconds: number | null, state: object): number | null {
  const [left, setLeft] = useState(seconds);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each state brings the seconds that are left
  useEffect(() => {
    setLeft(seconds);
    if (seconds === null) return;
    const timer = setInterval(() => setLeft((now) => (now === null ? null : Math.max(0, now - 1))), 1000);
    return () => clearInterval(timer);
  }, [seconds, state]);
  return left;
}
