import { type FormEvent, useState } from 'react';
import { failureText } from '../../../modules/kit/browser/api.ts';

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
      setFault(failureText(error, 'Nothing came back. Please look again before you repeat it.'));
    }
  };
  return (
    <form className="reason-form" onSubmit={submit}>
      <label className="check">
        <input type="checkbox" checked={withheld} onChange={(event) => setWithheld(event.target.checked)} />
        It concerns other people too. Keep it out of this person’s data.
      </label>
      <input
        className="field"
        aria-label="Note"
        placeholder={withheld ? 'For operators only' : 'The person may read this in their data'}
        value={text}
        required
        maxLength={2000}
        onChange={(event) => setText(event.target.value)}
      />
      <button type="submit" className="admin-button">
        Add note
      </button>
      {fault && (
        <p className="field-fault" role="alert">
          {fault}
        </p>
      )}
    </form>
  );
}
