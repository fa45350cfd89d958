import { useId } from 'react';
import type { SetupField } from '../../../modules/admin/contract/setup.ts';
import { m } from '../../../modules/kit/texts/m.ts';

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
  const describe = isLocked
    ? m.admin_setup_field_doc_locked
    : isPending
      ? m.admin_setup_field_doc_pending
      : m.admin_setup_field_doc;
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
          {m.admin_setup_field_consent({ label, text: choices[0] ?? '' })}
        </label>
      ) : (
        <label htmlFor={id}>{label}</label>
      )}
      {kind === 'choice' && (
        <select {...common} className="field" value={value} onChange={(event) => give(event.target.value)}>
          <option value="">
            {shown ? m.admin_setup_field_default({ value: shown }) : m.admin_setup_field_not_set()}
          </option>
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
          className="field"
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
            className="field"
            type={kind === 'secret' ? 'password' : 'text'}
            value={change ?? ''}
            placeholder={isSet && change !== null ? m.admin_setup_field_secret_set() : shown}
            maxLength={4000}
            autoComplete={kind === 'secret' ? 'new-password' : 'off'}
            onChange={(event) => onChange(event.target.value || undefined)}
          />
          {isSet && !isLocked && (
            <button
              type="button"
              className="button button-quiet"
              aria-label={
                change === null
                  ? m.admin_setup_field_keep_label({ label })
                  : m.admin_setup_field_remove_label({ label })
              }
              onClick={() => onChange(change === null ? undefined : null)}
            >
              {change === null ? m.admin_setup_field_keep() : m.admin_setup_field_remove()}
            </button>
          )}
        </div>
      )}
      <small id={`${id}-doc`}>{describe({ doc: why ?? doc, name: () => <code>{name}</code> })}</small>
      {fault && (
        <p id={`${id}-fault`} className="field-fault">
          {fault}
        </p>
      )}
    </div>
  );
}
