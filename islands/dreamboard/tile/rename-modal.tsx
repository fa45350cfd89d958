import { type FormEvent, type ReactNode, useState } from 'react';
import { NAME_MAX } from '../../../modules/dreams/contract/limits.ts';
import { nameOf, visibleName } from '../../../modules/dreams/contract/names.ts';
import type { Session } from '../../../modules/dreams/contract/schemas.ts';
import { m } from '../../../modules/kit/texts/m.ts';
import { Modal } from '../../ui/modal.tsx';

interface RenameModalProps {
  session: Session;
  /** Text from an earlier attempt that couldn't be saved. */
  draft: string | undefined;
  /** The board's error banner, which couldn't be reached under the dialog. */
  banner: ReactNode;
  onRename: (name: string) => Promise<void>;
  onClose: () => void;
}

export default function RenameModal({ session, draft, banner, onRename, onClose }: RenameModalProps) {
  const current = nameOf(session);
  const [name, setName] = useState(draft ?? current);
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const blank = visibleName(name) === '';

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    if (blank) return setFault(m.dreams_rename_empty());
    setFault(null);
    setBusy(true);
    await onRename(name.trim());
    setBusy(false);
  };

  return (
    <Modal title={m.dreams_rename_title()} onClose={onClose}>
      {banner}
      <p className="rename-current">
        {m.dreams_rename_current({
          name: () => <strong dir="auto">{current || m.dreams_untitled()}</strong>,
        })}
      </p>
      {/* The button is disabled while the name is blank, so the field handles Enter itself. */}
      <form onSubmit={submit} noValidate>
        <input
          className="field"
          aria-label={m.dreams_rename_label()}
          placeholder={m.dreams_rename_placeholder()}
          value={name}
          maxLength={NAME_MAX}
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
          onKeyDown={(event) => {
            if (event.key === 'Enter' && blank) submit(event);
          }}
        />
        <p id="rename-fault" className="field-fault" role="alert">
          {fault}
        </p>
        <div className="dialog-actions">
          <button type="button" className="button" onClick={onClose}>
            {m.dreams_rename_cancel()}
          </button>
          <button type="submit" className="button button-primary" disabled={blank || busy}>
            {busy ? m.dreams_rename_busy() : m.dreams_rename_submit()}
          </button>
        </div>
      </form>
    </Modal>
  );
}
