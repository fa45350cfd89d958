import { type FormEvent, useId, useState } from 'react';
import type { Collection } from '../../modules/dreams/contract/collection-schemas.ts';
import { COLLECTION_NAME_MAX } from '../../modules/dreams/contract/limits.ts';
import { visibleName } from '../../modules/dreams/contract/names.ts';
import { api, failureText } from '../../modules/kit/browser/api.ts';
import { m } from '../../modules/kit/texts/m.ts';
import { PlusIcon } from './icons.tsx';

/** A field and a button that create a collection. */
export function NewCollection({ onCreated }: { onCreated: (made: Collection) => void | Promise<void> }) {
  const id = useId();
  const [name, setName] = useState('');
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    if (visibleName(name) === '') return setFault(m.dreams_rename_empty());
    setBusy(true);
    setFault(null);
    try {
      await onCreated(await api<Collection>('POST', '/api/collections', { name }));
      setName('');
    } catch (error) {
      setFault(failureText(error, m.dreams_collection_failed()));
    }
    setBusy(false);
  };
  return (
    <form className="new-collection" onSubmit={submit} noValidate>
      <input
        className="field"
        aria-label={m.dreams_collection_new_name()}
        placeholder={m.dreams_collection_new_name()}
        value={name}
        maxLength={COLLECTION_NAME_MAX}
        dir="auto"
        autoComplete="off"
        aria-invalid={fault !== null}
        aria-describedby={id}
        onChange={(event) => {
          setName(event.target.value);
          setFault(null);
        }}
      />
      <button type="submit" className="button" aria-disabled={busy}>
        <PlusIcon />
        {m.dreams_collection_create()}
      </button>
      <p className="field-fault" id={id} role="alert">
        {fault}
      </p>
    </form>
  );
}
