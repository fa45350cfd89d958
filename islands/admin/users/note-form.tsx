import { type FormEvent, useState } from 'react';
import { failureText } from '../../../modules/kit/browser/api.ts';
import { m } from '../../../modules/kit/texts/m.ts';

/** A note about a user, which the user may read unless it is withheld. */
export function NoteForm({
  onNote,
}: {
  onNote: (note: { text: string; withheld: boolean }) => Promise<void>;
}) {
  const [text, setText] = useState('');
  const [withheld, setWithheld] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setFault(null);
    try {
      await onNote({ text, withheld });
      setText('');
      setWithheld(false);
    } catch (error) {
      setFault(failureText(error, m.admin_forms_no_answer()));
    }
  };
  return (
    <form className="reason-form" onSubmit={submit}>
      <label className="check">
        <input type="checkbox" checked={withheld} onChange={(event) => setWithheld(event.target.checked)} />
        {m.admin_people_note_withhold()}
      </label>
      <input
        className="field"
        aria-label={m.admin_people_note_label()}
        aria-describedby="note-readers"
        value={text}
        required
        maxLength={2000}
        onChange={(event) => setText(event.target.value)}
      />
      <button type="submit" className="button button-quiet">
        {m.admin_people_note_add()}
      </button>
      <p id="note-readers" className="mail-hint">
        {withheld ? m.admin_people_note_readers_withheld() : m.admin_people_note_readers()}
      </p>
      {fault && (
        <p className="field-fault" role="alert">
          {fault}
        </p>
      )}
    </form>
  );
}
