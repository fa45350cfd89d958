import { type FormEvent, useState } from 'react';
import { COLLECTION_NAME_MAX } from '../../modules/dreams/contract/limits.ts';
import { visibleName } from '../../modules/dreams/contract/names.ts';
import { failureText } from '../../modules/kit/browser/api.ts';
import { m } from '../../modules/kit/texts/m.ts';
import { Modal } from '../ui/modal.tsx';

interface RenameFormProps {
  name: string;
  /** @throws as api() does */
  onRename: (name: string) => Promise<void>;
  onClose: () => void;
}

export function RenameForm({ name: current, onRename, onClose }: RenameFormProps) {
  const [name, setName] = useState(current);
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    if (visibleName(name) === '') return setFault(m.dreams_rename_empty());
    setBusy(true);
    try {
      await onRename(name);
      onClose();
    } catch (error) {
      setFault(failureText(error, m.dreams_collection_failed()));
      setBusy(false);
    }
  };
  return (
    <Modal title={m.dreams_collection_rename_title()} onClose={onClose}>
      <form onSubmit={submit} noValidate>
        <input
          className="field"
          aria-label={m.dreams_rename_label()}
          value={name}
          maxLength={COLLECTION_NAME_MAX}
          placeholder=" "
          dir="auto"
          // biome-ignore lint/a11y/noAutofocus: the dialog was opened to type here
          autoFocus
          aria-invalid={fault !== null}
          aria-describedby="rename-fault"
          onFocus={(event) => event.target.select()}
          onChange={(event) => {
            setName(event.target.value);
            setFault(null);
          }}
        />
        <p id="rename-fault" className="field-fault" role="alert">
          {fault}
        </p>
        <div className="dialog-actions">
          <button type="button" className="button" onClick={onClose}>
            {m.dreams_rename_cancel()}
          </button>
          <button type="submit" className="button button-primary" aria-disabled={busy}>
            {busy ? m.dreams_rename_busy() : m.dreams_rename_submit()}
          </button>
        </div>
      </form>
    </Modal>
  );
}
