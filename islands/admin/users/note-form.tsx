import { type FormEvent, useState } from 'react';
import { failureText } from '../../browser/api.ts';

/** A remark about a person, for operators alone. */
export function NoteForm({ onNote }: { onNote: (text: string) => Promise<void> }) {
  const [text, setText] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setFault(null);
    try {
      await onNote(text);
      setText('');
    } catch (error) {
      setFault(failureText(error, 'Nothing came back. Please look again before you repeat it.'));
    }
  };
  return (
    <form className="reason-form" onSubmit={submit}>
      <input
        className="field"
        aria-label="Note, for operators alone"
        placeholder="For operators alone"
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
