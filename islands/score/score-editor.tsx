import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { m } from '../../modules/kit/texts/m.ts';
import { GO_ON, LOOP_MIN, SHOTS_MAX } from '../../modules/scores/contract/limits.ts';
import { PlusIcon } from '../ui/icons.tsx';
import { ShotRow } from './shot-row.tsx';
import {
  addShot,
  changeShot,
  type EditedScore,
  type EditedShot,
  isSteering,
  moveShot,
  removeShot,
  restoreShot,
} from './shots.ts';

export interface ScoreEditorProps {
  score: EditedScore;
  onChange: (score: EditedScore) => void;
  /** longest soft transition of the generator, in seconds; null while unknown */
  soft: number | null;
  /** true if the server has a language model */
  agent: boolean;
  /** ids of the last shot that was played and of the next one */
  played?: { last: string | null; next: string | null } | undefined;
  children?: ReactNode;
}

/** The list of shots, with everything that can be changed about them. */
export function ScoreEditor({ score, onChange, soft, agent, played, children }: ScoreEditorProps) {
  const [removed, setRemoved] = useState<{ shot: EditedShot; index: number } | null>(null);
  const [note, setNote] = useState('');
  const list = useRef<HTMLOListElement>(null);
  const added = useRef(false);
  useEffect(() => {
    if (added.current) list.current?.querySelector<HTMLElement>('li:last-child textarea')?.focus();
    added.current = false;
  });
  const { shots } = score;
  const shown = shots.flatMap((shot, at) => (isSteering(shot) ? [] : [{ shot, at }]));
  const isBlended = shots.some(({ soft: wanted }) => wanted !== undefined && wanted > 0);

  const move = (id: string, to: number) => {
    const place = Math.min(shown.length - 1, Math.max(0, to));
    onChange(moveShot(score, id, shown[place]?.at ?? 0));
    setNote(m.scores_moved({ n: place + 1 }));
  };
  const remove = (shot: EditedShot, index: number) => {
    setRemoved({ shot, index });
    onChange(removeShot(score, shot.id));
    // The button that had the focus is gone.
    list.current?.focus();
  };
  return (
    <div className="score-editor">
      {shown.length === 0 && <p className="score-empty">{m.scores_empty()}</p>}
      <ol className="score-shots" ref={list} tabIndex={-1} aria-label={m.scores_shots()}>
        {shown.map(({ shot, at }, index) => (
          <ShotRow
            key={shot.id}
            shot={shot}
            index={index}
            count={shown.length}
            isLast={played?.last === shot.id}
            isNext={played?.next === shot.id}
            onChange={(change) => onChange(changeShot(score, shot.id, change))}
            onMove={(to) => move(shot.id, to)}
            onRemove={() => remove(shot, at)}
          />
        ))}
      </ol>
      <div className="score-line">
        <button
          type="button"
          className="button"
          disabled={shots.length >= SHOTS_MAX}
          onClick={() => {
            added.current = true;
            onChange(addShot(score));
          }}
        >
          <PlusIcon />
          {m.scores_add()}
        </button>
        {removed && (
          <p className="score-undo" role="status">
            {m.scores_deleted()}
            <button
              type="button"
              className="button button-quiet"
              onClick={() => {
                onChange(restoreShot(score, removed.shot, removed.index));
                setRemoved(null);
              }}
            >
              {m.scores_undo()}
            </button>
          </p>
        )}
      </div>
      <p className="visually-hidden" role="status">
        {note}
      </p>
      {isBlended && soft === 0 && <p className="score-note">{m.scores_only_cuts()}</p>}
      <ScoreOptions score={score} onChange={onChange} agent={agent} />
      {children}
    </div>
  );
}

function ScoreOptions({ score, onChange, agent }: Pick<ScoreEditorProps, 'score' | 'onChange' | 'agent'>) {
  const last = score.shots.findLast(({ at }) => at !== 'next')?.at;
  const { loop: _, ...unlooped } = score;
  const { go_on: __, ...alone } = score;
  const end = Math.max(LOOP_MIN, Math.ceil((typeof last === 'number' ? last : 0) + 10));
  return (
    <div className="score-options">
      <Option
        label={m.scores_loop({ state: score.loop === undefined ? 'other' : 'on' })}
        seconds={score.loop}
        usual={end}
        min={LOOP_MIN}
        max={86_400}
        onChange={(loop) => onChange(loop === undefined ? unlooped : { ...score, loop })}
      />
      <Option
        label={m.scores_go_on()}
        hint={agent ? m.scores_go_on_hint({ seconds: score.go_on ?? GO_ON.usual }) : m.scores_go_on_missing()}
        disabled={!agent}
        seconds={score.go_on}
        usual={GO_ON.usual}
        min={GO_ON.min}
        max={GO_ON.max}
        onChange={(go_on) => onChange(go_on === undefined ? alone : { ...score, go_on })}
      />
    </div>
  );
}

interface OptionProps {
  label: string;
  hint?: string | undefined;
  disabled?: boolean;
  /** undefined: off */
  seconds: number | undefined;
  usual: number;
  min: number;
  max: number;
  onChange: (seconds: number | undefined) => void;
}

/** A switch with a number of seconds. */
function Option({ label, hint, disabled, seconds, usual, min, max, onChange }: OptionProps) {
  const id = useId();
  const isOn = seconds !== undefined && !disabled;
  return (
    <div className="score-option">
      <label>
        <input
          type="checkbox"
          checked={isOn}
          disabled={disabled}
          aria-describedby={hint && `${id}-hint`}
          onChange={() => onChange(isOn ? undefined : usual)}
        />
        {label}
      </label>
      {isOn && (
        <label className="score-seconds">
          <input
            className="field"
            type="number"
            key={seconds}
            defaultValue={seconds}
            min={min}
            max={max}
            onBlur={({ target }) => {
              const value = Math.round(Number(target.value));
              if (value >= min && value <= max) onChange(value);
              else target.value = String(seconds);
            }}
          />
          {m.scores_seconds()}
        </label>
      )}
      {hint && (
        <p className="score-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}
