import { useId } from 'react';
import type { SetupField } from '../../../modules/admin/contract/setup.ts';

interface SettingFieldProps {
  field: SetupField;
  /** the typed text; null: reset to the default; undefined: unchanged */
  change: string | null | undefined;
  fault: string | undefined;
  /** its purpose, if it is missing */
  why: string | undefined;
  onChange: (text: string | null | undefined) => void;
}

/** A setting, with its environment variable and description. */
export function SettingField({ field, change, fault, why, onChange }: SettingFieldProps) {
  const { name, label, doc, shown, kind, choices = [], text, isSet, isLocked, isPending } = field;
  const isSecret = kind === 'secret' || kind === 'secret-address';
  const id = useId();
  const hints = `${id}-doc${fault ? ` ${id}-fault` : ''}`;
  const common = {
    id,
    disabled: isLocked,
    'aria-describedby': hints,
    'aria-invalid': fault ? true : undefined,
  } as const;
  const value = change === undefined ? text : (change ?? '');
  /** undefined if the text is unchanged */
  const give = (typed: string) => onChange(typed === text && !isSecret ? undefined : typed || null);

  return (
    <div className="setup-field">
      {kind === 'consent' ? (
        <label className="check">
          <input
            {...common}
            type="checkbox"
            checked={value !== ''}
            onChange={(event) => give(event.target.checked ? (choices[0] ?? '') : '')}
          />
          {label}: {choices[0]}
        </label>
      ) : (
        <label htmlFor={id}>{label}</label>
      )}
      {kind === 'choice' && (
        <select
          {...common}
          className="admin-select"
          value={value}
          onChange={(event) => give(event.target.value)}
        >
          <option value="">{shown ? `As usual: ${shown}` : 'Not set'}</option>
          {choices.map((choice) => (
            <option key={choice} value={choice}>
              {choice}
            </option>
          ))}
        </select>
      )}
      {kind === 'text' && (
        <input
          {...common}
          className="admin-input"
          value={value}
          placeholder={shown}
          maxLength={4000}
          spellCheck={false}
          autoComplete="off"
          autoCapitalize="off"
          onChange={(event) => give(event.target.value)}
        />
      )}
      {isSecret && (
        <div className="setup-secret">
          <input
            {...common}
            className="admin-input"
            type={kind === 'secret' ? 'password' : 'text'}
            value={change ?? ''}
            placeholder={isSet && change !== null ? '•••••••• is set' : shown}
            maxLength={4000}
            autoComplete={kind === 'secret' ? 'new-password' : 'off'}
            onChange={(event) => onChange(event.target.value || undefined)}
          />
          {isSet && !isLocked && (
            <button
              type="button"
              className="admin-button"
              aria-label={`${change === null ? 'Keep' : 'Remove'}: ${label}`}
              onClick={() => onChange(change === null ? undefined : null)}
            >
              {change === null ? 'Keep' : 'Remove'}
            </button>
          )}
        </div>
      )}
      <small id={`${id}-doc`}>
        <code>{name}</code>
        {isLocked && ', set in the environment, which wins'}
        {isPending && ', saved, and in use after a restart'}: {why ?? doc}
      </small>
      {fault && (
        <p id={`${id}-fault`} className="field-fault">
          {fault}
        </p>
      )}
    </div>
  );
}
