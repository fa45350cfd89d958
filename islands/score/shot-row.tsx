import { useRef, useState } from 'react';
import { m } from '../../modules/kit/texts/m.ts';
import { PROMPT_MAX } from '../../modules/protocol/limits.ts';
import { AT_MAX } from '../../modules/scores/contract/limits.ts';
import type { Shot } from '../../modules/scores/contract/score.ts';
import { DragHandle } from '../ui/drag-handle.tsx';
import { CloseIcon, EyeIcon } from '../ui/icons.tsx';
import { DownIcon, UpIcon } from '../ui/order-icons.tsx';
import { EyeOffIcon } from './icons.tsx';
import { type EditedShot, secondsOf, settingsOf, timeText } from './shots.ts';

/** Offered lengths of a soft transition, in seconds. */
const SOFT = [1, 2, 3, 5, 10, 20];

interface ShotRowProps {
  shot: EditedShot;
  index: number;
  count: number;
  /** the last shot that was played */
  isLast: boolean;
  /** the next one to play */
  isNext: boolean;
  onChange: (change: Partial<Shot>) => void;
  onMove: (to: number) => void;
  onRemove: () => void;
}

export function ShotRow({ shot, index, count, isLast, isNext, onChange, onMove, onRemove }: ShotRowProps) {
  const n = index + 1;
  const row = useRef<HTMLLIElement>(null);
  return (
    <li
      ref={row}
      className="score-shot"
      data-muted={shot.muted}
      data-next={isNext || undefined}
      aria-current={isLast ? 'step' : undefined}
    >
      <div className="shot-head">
        <DragHandle className="shot-grip" row={row} label={m.scores_drag({ n })} onMove={onMove} />
        <span className="shot-number numbers" aria-hidden="true">
          {n}
        </span>
        <div className="shot-buttons">
          <IconButton label={m.scores_up({ n })} disabled={index === 0} onClick={() => onMove(index - 1)}>
            <UpIcon />
          </IconButton>
          <IconButton label={m.scores_down({ n })} disabled={n === count} onClick={() => onMove(index + 1)}>
            <DownIcon />
          </IconButton>
          <IconButton
            label={m.scores_mute({ n })}
            pressed={shot.muted === true}
            onClick={() => onChange({ muted: shot.muted ? undefined : true })}
          >
            {shot.muted ? <EyeOffIcon /> : <EyeIcon />}
          </IconButton>
          <IconButton label={m.scores_delete({ n })} onClick={onRemove}>
            <CloseIcon />
          </IconButton>
        </div>
      </div>
      <textarea
        className="field"
        aria-label={m.scores_prompt({ n })}
        placeholder={m.scores_prompt_placeholder()}
        rows={2}
        dir="auto"
        maxLength={PROMPT_MAX}
        value={shot.prompt ?? ''}
        onChange={({ target }) => onChange({ prompt: target.value })}
      />
      <div className="shot-foot">
        <TimeField shot={shot} n={n} onChange={onChange} />
        <select
          className="field"
          aria-label={m.scores_transition({ n })}
          value={shot.soft ?? ''}
          onChange={({ target }) =>
            onChange({ soft: target.value === '' ? undefined : Number(target.value) })
          }
        >
          <option value="">{m.scores_soft_usual()}</option>
          <option value="0">{m.scores_soft_cut()}</option>
          {[...new Set([...SOFT, ...(shot.soft ? [shot.soft] : [])])].map((seconds) => (
            <option key={seconds} value={seconds}>
              {m.scores_soft_over({ seconds })}
            </option>
          ))}
        </select>
        {settingsOf(shot).length > 0 && <ShotControls shot={shot} onChange={onChange} />}
      </div>
    </li>
  );
}

function ShotControls({ shot, onChange }: Pick<ShotRowProps, 'shot' | 'onChange'>) {
  return (
    <ul className="shot-controls">
      {settingsOf(shot).map(([name, value]) => (
        <li key={name} className="chip">
          <span dir="auto">{`${name}: ${value}`}</span>
          <button
            type="button"
            className="notice-close"
            aria-label={m.scores_control_remove({ name })}
            onClick={() => {
              const rest = Object.entries(shot.controls ?? {}).filter(([other]) => other !== name);
              onChange({ controls: rest.length > 0 ? Object.fromEntries(rest) : undefined });
            }}
          >
            <CloseIcon />
          </button>
        </li>
      ))}
    </ul>
  );
}

/** A time, or nothing for a shot that waits for the dreamer. */
function TimeField({ shot, n, onChange }: Pick<ShotRowProps, 'shot' | 'onChange'> & { n: number }) {
  const [fault, setFault] = useState(false);
  const waits = shot.at === 'next';
  return (
    <div className="shot-time">
      {!waits && (
        <input
          className="field"
          key={String(shot.at)}
          aria-label={m.scores_time({ n })}
          aria-invalid={fault}
          defaultValue={timeText(Number(shot.at))}
          autoComplete="off"
          dir="ltr"
          onBlur={({ target }) => {
            const seconds = secondsOf(target.value);
            const isRight = seconds !== null && seconds <= AT_MAX;
            setFault(!isRight);
            if (isRight && seconds !== shot.at) onChange({ at: seconds });
          }}
          onKeyDown={({ key, currentTarget }) => key === 'Enter' && currentTarget.blur()}
        />
      )}
      <label className="shot-waits">
        <input
          type="checkbox"
          checked={waits}
          aria-label={m.scores_waits({ n })}
          onChange={() => onChange({ at: waits ? 0 : 'next' })}
        />
        {m.scores_next()}
      </label>
    </div>
  );
}

interface IconButtonProps {
  label: string;
  disabled?: boolean;
  pressed?: boolean;
  onClick: () => void;
  children: React.ReactNode;
}

function IconButton({ label, disabled, pressed, onClick, children }: IconButtonProps) {
  return (
    <button
      type="button"
      className="icon-button"
      aria-label={label}
      aria-pressed={pressed}
      title={label}
      disabled={disabled}
      onClick={onClick}
    >
      {children}
    </button>
  );
}
