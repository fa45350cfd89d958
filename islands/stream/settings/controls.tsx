import { type ReactNode, useId, useState } from 'react';
import { formatSetting } from '../../../modules/kit/texts/formats.ts';
import { m } from '../../../modules/kit/texts/m.ts';
import {
  type ChoiceControl,
  type ControlValue,
  isSetting,
  type NumberControl,
  nearestStep,
  type Setting,
  type TextControl,
} from '../../../modules/protocol/controls.ts';
import type { ControlState } from '../machine.ts';
import { ImageField } from '../start-image/image-field.tsx';
import { Toggle } from './toggle.tsx';

/** A control with more steps than this gets a number field instead of a slider. */
const MOST_STEPS = 1000;

interface ControlsProps {
  sessionId: string | null;
  state: ControlState;
  /** the first prompt has been sent */
  begun: boolean;
  /** nothing is there to receive changes */
  disabled: boolean;
  onTurn: (name: string, value: ControlValue) => void;
}

/** Controls that the generator offers its viewer. */
export function Controls({ sessionId, state, begun, disabled, onTurn }: ControlsProps) {
  const { declared, values, faults } = state;
  return declared.filter(isSetting).map((control) => {
    const fixed = begun && !control.live;
    return (
      <OneControl
        key={control.name}
        sessionId={sessionId}
        control={control}
        value={values[control.name] ?? control.default}
        hint={faults[control.name] ?? (fixed ? m.stream_control_fixed() : control.hint)}
        disabled={disabled || fixed}
        onTurn={(value) => onTurn(control.name, value)}
      />
    );
  });
}

interface OneProps<C extends Setting> {
  sessionId: string | null;
  control: C;
  value: ControlValue;
  hint: string | undefined;
  disabled: boolean;
  onTurn: (value: ControlValue) => void;
}

function OneControl({ control, ...props }: OneProps<Setting>) {
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
    case 'picture':
      return <ImageField control={control} {...props} />;
    case 'switch': {
      const { value, onTurn, hint, disabled } = props;
      return (
        <Toggle label={control.label} on={value === true} onChange={onTurn} hint={hint} disabled={disabled} />
      );
    }
  }
}

interface FieldProps {
  label: string;
  hint: string | undefined;
  disabled: boolean;
  /** current value, next to the label */
  output?: string;
  /** the input, labelled by `id` and described by the hint */
  children: (ids: { id: string; 'aria-describedby': string | undefined }) => ReactNode;
}

function Field({ label, hint, disabled, output, children }: FieldProps) {
  const id = useId();
  const about = `${id}-hint`;
  return (
    <div className="control" data-disabled={disabled}>
      <label htmlFor={id}>
        {label}
        {output !== undefined && (
          <output className="numbers" htmlFor={id}>
            {output}
          </output>
        )}
      </label>
      {children({ id, 'aria-describedby': hint ? about : undefined })}
      {hint && <small id={about}>{hint}</small>}
    </div>
  );
}

function Slider({ control, value, hint, disabled, onTurn }: OneProps<NumberControl>) {
  const { label, min, max, step } = control;
  return (
    <Field label={label} hint={hint} disabled={disabled} output={formatSetting(Number(value))}>
      {(ids) => (
        <input
          {...ids}
          type="range"
          min={min}
          max={max}
          step={step}
          disabled={disabled}
          value={Number(value)}
          onChange={({ target }) => onTurn(nearestStep(control, target.valueAsNumber))}
        />
      )}
    </Field>
  );
}

function NumberField({ control, value, hint, disabled, onTurn }: OneProps<NumberControl>) {
  const { label, min, max, step } = control;
  const [fault, setFault] = useState<string | null>(null);
  const field = useDraft(String(value), (text) => {
    const number = text.trim() === '' ? Number.NaN : Number(text);
    const fits = number >= min && number <= max;
    const slots = {
      label,
      min: formatSetting(min),
      max: formatSetting(max),
      value: formatSetting(Number(value)),
    };
    setFault(fits ? null : m.stream_control_range(slots));
    if (fits) onTurn(nearestStep(control, number));
  });
  return (
    <Field label={label} disabled={disabled} hint={fault ?? hint}>
      {(ids) => (
        <input
          {...ids}
          className="field numbers"
          type="number"
          inputMode="numeric"
          min={min}
          max={max}
          step={step}
          disabled={disabled}
          {...field}
        />
      )}
    </Field>
  );
}

function Choice({ control, value, hint, disabled, onTurn }: OneProps<ChoiceControl>) {
  return (
    <Field label={control.label} hint={hint} disabled={disabled}>
      {(ids) => (
        <select
          {...ids}
          className="field"
          value={String(value)}
          disabled={disabled}
          onChange={({ target }) => onTurn(target.value)}
        >
          {control.choices.map((choice) => (
            <option key={choice}>{choice}</option>
          ))}
        </select>
      )}
    </Field>
  );
}

function Words({ control, value, hint, disabled, onTurn }: OneProps<TextControl>) {
  const field = useDraft(String(value), onTurn);
  return (
    <Field label={control.label} hint={hint} disabled={disabled}>
      {(ids) => (
        <input
          {...ids}
          className="field"
          type="text"
          maxLength={control.max}
          disabled={disabled}
          {...field}
        />
      )}
    </Field>
  );
}

/** Commits typed text on blur or Enter. */
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
