import { useId, useState } from 'react';
import {
  type ChoiceControl,
  type Control,
  type ControlValue,
  type NumberControl,
  nearestStep,
  type TextControl,
} from '../../modules/stream/shared/controls.ts';
import type { ControlState } from './machine.ts';
import { Toggle } from './toggle.tsx';

/** What has more steps than this is typed, not dragged to. */
const MOST_STEPS = 1000;
const FIXED = 'Fixed since your first prompt.';

interface ControlsProps {
  state: ControlState;
  /** the first prompt was given */
  begun: boolean;
  /** nobody hears it now */
  disabled: boolean;
  onTurn: (name: string, value: ControlValue) => void;
}

/** What the generator lets its viewer turn. */
export function Controls({ state: { declared, values, faults }, begun, disabled, onTurn }: ControlsProps) {
  return declared.map((control) => {
    const fixed = begun && !control.live;
    return (
      <OneControl
        key={control.name}
        control={control}
        value={values[control.name] ?? control.default}
        hint={faults[control.name] ?? (fixed ? FIXED : control.hint)}
        disabled={disabled || fixed}
        onTurn={(value) => onTurn(control.name, value)}
      />
    );
  });
}

interface OneProps<C extends Control> {
  control: C;
  value: ControlValue;
  hint: string | undefined;
  disabled: boolean;
  onTurn: (value: ControlValue) => void;
}

function OneControl({ control, ...props }: OneProps<Control>) {
  switch (control.kind) {
    case 'number':
      return (control.max - control.min) / control.step > MOST_STEPS ? (
        <NumberField control={control} {...props} />
      ) : (
        <Slider control={control} {...props} />
      );
    case 'choice':
      return <Choice control={control} {...props} />;
    case 'text':
      return <Words control={control} {...props} />;
    case 'switch': {
      const { value, onTurn, ...rest } = props;
      return <Toggle label={control.label} on={value === true} onChange={onTurn} {...rest} />;
    }
  }
}

function Slider({ control, value, hint, disabled, onTurn }: OneProps<NumberControl>) {
  const id = useId();
  const { min, max, step } = control;
  return (
    <div className="control" data-disabled={disabled}>
      <label htmlFor={id}>
        {control.label}
        <output className="numbers" htmlFor={id}>
          {String(value)}
        </output>
      </label>
      <input
        id={id}
        type="range"
        {...{ min, max, step, disabled }}
        value={Number(value)}
        aria-describedby={hint && `${id}-hint`}
        onChange={({ target }) => onTurn(nearestStep(control, target.valueAsNumber))}
      />
      <Hint id={id} text={hint} />
    </div>
  );
}

function NumberField({ control, value, hint, disabled, onTurn }: OneProps<NumberControl>) {
  const id = useId();
  const { min, max, step } = control;
  const field = useDraft(String(value), (text) => {
    const number = Number(text);
    if (text.trim() === '' || Number.isNaN(number)) return;
    onTurn(nearestStep(control, Math.min(max, Math.max(min, number))));
  });
  return (
    <div className="control" data-disabled={disabled}>
      <label htmlFor={id}>{control.label}</label>
      <input
        id={id}
        className="field numbers"
        type="number"
        inputMode="numeric"
        {...{ min, max, step, disabled }}
        aria-describedby={hint && `${id}-hint`}
        {...field}
      />
      <Hint id={id} text={hint} />
    </div>
  );
}

function Choice({ control, value, hint, disabled, onTurn }: OneProps<ChoiceControl>) {
  const id = useId();
  return (
    <div className="control" data-disabled={disabled}>
      <label htmlFor={id}>{control.label}</label>
      <select
        id={id}
        className="field"
        value={String(value)}
        disabled={disabled}
        aria-describedby={hint && `${id}-hint`}
        onChange={({ target }) => onTurn(target.value)}
      >
        {control.choices.map((choice) => (
          <option key={choice}>{choice}</option>
        ))}
      </select>
      <Hint id={id} text={hint} />
    </div>
  );
}

function Words({ control, value, hint, disabled, onTurn }: OneProps<TextControl>) {
  const id = useId();
  const field = useDraft(String(value), onTurn);
  return (
    <div className="control" data-disabled={disabled}>
      <label htmlFor={id}>{control.label}</label>
      <input
        id={id}
        className="field"
        type="text"
        maxLength={control.max}
        disabled={disabled}
        aria-describedby={hint && `${id}-hint`}
        {...field}
      />
      <Hint id={id} text={hint} />
    </div>
  );
}

function Hint({ id, text }: { id: string; text: string | undefined }) {
  return text ? <small id={`${id}-hint`}>{text}</small> : null;
}

/** What is typed counts once the field is left, or at Enter. */
function useDraft(value: string, commit: (text: string) => void) {
  const [draft, setDraft] = useState<string | null>(null);
  const leave = () => {
    if (draft !== null && draft !== value) commit(draft);
    setDraft(null);
  };
  return {
    value: draft ?? value,
    onChange: ({ target }: { target: { value: string } }) => setDraft(target.value),
    onBlur: leave,
    onKeyDown: ({ key }: { key: string }) => key === 'Enter' && leave(),
  };
}
