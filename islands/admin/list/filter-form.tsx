import { type FormEvent, useEffect, useId, useState } from 'react';
import type { FilterField, FilterTable } from '../../../modules/admin/contract/list-filter.ts';
import { formatNumber } from '../../../modules/kit/texts/formats.ts';
import { FilterActions } from '../filter-actions.tsx';
import { chosenIn, type Draft, fieldsOf, noFilter, trimmed } from './list-query.ts';

interface FilterFormProps<T extends FilterTable> {
  table: T;
  label: string;
  applied: Draft<T>;
  onApply: (filter: Draft<T>) => void;
}

/** The form of a list's filter, folded on phones. Nothing is requested before Apply. */
export function FilterForm<T extends FilterTable>({ table, label, applied, onApply }: FilterFormProps<T>) {
  const [draft, setDraft] = useState(applied);
  const shown = JSON.stringify(applied);
  useEffect(() => setDraft(JSON.parse(shown)), [shown]);
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const chosen = chosenIn(table, applied).length;
  const fields = fieldsOf(table);
  const groups = [...new Set(fields.flatMap(([, { group }]) => group ?? []))];
  const groupOf = (group: () => string) => fields.filter(([, field]) => field.group === group);
  const isNumber = ([, { kind }]: (typeof fields)[number]) => kind === 'number';
  const control = ([name, field]: (typeof fields)[number]) => (
    <Control
      key={name}
      id={id + name}
      name={name}
      field={field}
      value={draft[name]}
      onChange={(value) => setDraft({ ...draft, [name]: value })}
    />
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onApply(trimmed(table, draft));
  };
  return (
    <form className="admin-filters" data-open={isOpen || undefined} onSubmit={submit} aria-label={label}>
      <button
        type="button"
        className="button admin-filter-fold"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {label}
        {chosen > 0 && <span className="numbers">{formatNumber(chosen)}</span>}
      </button>
      {fields
        .filter(([, { group }]) => !group)
        .map((entry) => (
          <label key={entry[0]} htmlFor={id + entry[0]}>
            <span>{entry[1].label()}</span>
            {control(entry)}
          </label>
        ))}
      {groups.map((group) => (
        <fieldset
          key={group()}
          className={groupOf(group).some(isNumber) ? 'admin-range' : 'admin-range admin-range-dates'}
        >
          <legend>{group()}</legend>
          {groupOf(group).map(control)}
        </fieldset>
      ))}
      <FilterActions
        onClear={() => {
          setDraft(noFilter(table));
          onApply(noFilter(table));
        }}
      />
    </form>
  );
}

interface ControlProps {
  id: string;
  name: string;
  field: FilterField;
  value: string;
  onChange: (value: string) => void;
}

function Control({ field, onChange, ...given }: ControlProps) {
  const bound = {
    ...given,
    onChange: (event: { target: { value: string } }) => onChange(event.target.value),
  };
  switch (field.kind) {
    case 'choice':
      return (
        <select {...bound} className="field">
          {'all' in field && <option value="">{field.all()}</option>}
          {listed(field, given.value).map(([choice, text]) => (
            <option key={choice} value={choice}>
              {text()}
            </option>
          ))}
        </select>
      );
    case 'words':
      return <input type="search" {...bound} className="field" placeholder={field.placeholder?.()} />;
    case 'number':
      return (
        <input
          type="number"
          {...bound}
          className="field"
          aria-label={field.label()}
          placeholder={field.placeholder()}
          min={0}
          step={0.1}
          inputMode="decimal"
        />
      );
    case 'moment':
    case 'day':
      return (
        <input
          type={field.kind === 'day' ? 'date' : 'datetime-local'}
          {...bound}
          className="field"
          aria-label={field.label()}
        />
      );
  }
}

function listed(field: FilterField & { kind: 'choice' }, chosen: string) {
  const unlisted = 'unlisted' in field ? (field.unlisted ?? []) : [];
  return Object.entries(field.choices).filter(([choice]) => choice === chosen || !unlisted.includes(choice));
}
