import { type FormEvent, useId, useState } from 'react';
import { CLASSIFIED_MAX } from '../../../modules/admin/contract/limits.ts';
import { m } from '../../../modules/kit/texts/m.ts';

/** Tests what would happen to a prompt. */
export function ClassifyForm({ busy, onClassify }: { busy: boolean; onClassify: (text: string) => void }) {
  const [text, setText] = useState('');
  const id = useId();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!busy && text.trim()) onClassify(text);
  };
  return (
    <form className="setup-try" onSubmit={submit}>
      <label htmlFor={id}>{m.admin_setup_classify_label()}</label>
      <input
        id={id}
        className="field"
        value={text}
        maxLength={CLASSIFIED_MAX}
        autoComplete="off"
        onChange={({ target }) => setText(target.value)}
      />
      <button type="submit" className="button button-quiet" disabled={busy || text.trim() === ''}>
        {m.admin_setup_classify_button()}
      </button>
    </form>
  );
}
