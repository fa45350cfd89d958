import { type FormEvent, useState } from 'react';
import { FEEDBACK_MAX } from '../../../modules/dreams/contract/limits.ts';
import { api, failureText } from '../../../modules/kit/browser/api.ts';
import { m } from '../../../modules/kit/texts/m.ts';
import { FEEDBACK_DISABLED_KEY } from '../../browser/feedback.ts';
import { writeStored } from '../../browser/stored.ts';
import { StarIcon } from '../../ui/icons.tsx';
import { Modal } from '../../ui/modal.tsx';

const STAR_MESSAGES = [
  m.dreams_feedback_star_1,
  m.dreams_feedback_star_2,
  m.dreams_feedback_star_3,
  m.dreams_feedback_star_4,
  m.dreams_feedback_star_5,
] as const;

export default function FeedbackModal({ sessionId, onClose }: { sessionId: string; onClose: () => void }) {
  const [stars, setStars] = useState(0);
  const [message, setMessage] = useState('');
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string | null>(null);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy || stars === 0) return;
    setBusy(true);
    setFault(null);
    try {
      const feedback_message = message.trim() || null;
      await api('POST', '/api/feedback', { session_id: sessionId, stars, feedback_message });
      onClose();
    } catch (error) {
      setFault(failureText(error, m.dreams_feedback_failed()));
      setBusy(false);
    }
  };

  return (
    <Modal title={m.dreams_feedback_title()} className="feedback" focusesTitle onClose={onClose}>
      <form onSubmit={submit}>
        <fieldset className="stars">
          <legend className="visually-hidden">{m.dreams_feedback_stars()}</legend>
          {STAR_MESSAGES.map((text, index) => (
            <label key={text()} data-on={index < stars || undefined}>
              <input
                type="radio"
                name="stars"
                value={index + 1}
                checked={stars === index + 1}
                aria-label={m.dreams_feedback_star({ count: index + 1 })}
                onChange={() => setStars(index + 1)}
              />
              <StarIcon />
            </label>
          ))}
        </fieldset>
        <p className="star-message" aria-live="polite">
          {STAR_MESSAGES[stars - 1]?.()}
        </p>
        <label className="label" htmlFor="feedback-message">
          {m.dreams_feedback_message()}
        </label>
        <textarea
          id="feedback-message"
          className="field"
          rows={3}
          maxLength={FEEDBACK_MAX}
          value={message}
          placeholder=" "
          dir="auto"
          aria-describedby="feedback-count"
          onChange={(event) => setMessage(event.target.value)}
        />
        <p id="feedback-count" className="feedback-count numbers">
          <bdi dir="ltr">
            {m.dreams_feedback_count({ used: String(message.length), max: String(FEEDBACK_MAX) })}
          </bdi>
        </p>
        <p className="field-fault" role="alert">
          {fault}
        </p>
        <label className="check">
          <input
            type="checkbox"
            onChange={(event) => writeStored(FEEDBACK_DISABLED_KEY, event.target.checked ? 'true' : null)}
          />
          {m.dreams_feedback_mute()}
        </label>
        <div className="dialog-actions">
          <button type="button" className="button" onClick={onClose}>
            {m.dreams_feedback_close()}
          </button>
          <button type="submit" className="button button-primary" disabled={stars === 0 || busy}>
            {busy ? m.dreams_feedback_busy() : m.dreams_feedback_submit()}
          </button>
        </div>
      </form>
    </Modal>
  );
}
