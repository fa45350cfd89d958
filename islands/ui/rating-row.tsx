import { useState } from 'react';
import { api, failureText } from '../../modules/kit/browser/api.ts';
import { m } from '../../modules/kit/texts/m.ts';
import { dropFeedback } from '../browser/feedback.ts';
import { CloseIcon, StarIcon } from './icons.tsx';

const THANKS = [
  m.dreams_feedback_star_1,
  m.dreams_feedback_star_2,
  m.dreams_feedback_star_3,
  m.dreams_feedback_star_4,
  m.dreams_feedback_star_5,
] as const;

/** Asks for a rating in one quiet row; one press answers it. @param onClose called when it is declined, or done with */
export default function RatingRow({ sessionId, onClose }: { sessionId: string; onClose: () => void }) {
  const [stars, setStars] = useState(0);
  const [fault, setFault] = useState<string | null>(null);
  const rate = async (count: number) => {
    setStars(count);
    setFault(null);
    try {
      await api('POST', '/api/feedback', { session_id: sessionId, stars: count, feedback_message: null });
      dropFeedback();
    } catch (error) {
      setStars(0);
      setFault(failureText(error, m.dreams_feedback_failed()));
    }
  };
  return (
    <section className="rating" aria-label={m.dreams_feedback_title()}>
      <p role="status">{fault ?? THANKS[stars - 1]?.() ?? m.dreams_feedback_title()}</p>
      {stars === 0 && (
        <div className="rating-stars">
          {THANKS.map((text, index) => (
            <button
              key={text()}
              type="button"
              aria-label={m.dreams_feedback_star({ count: index + 1 })}
              onClick={() => rate(index + 1)}
            >
              <StarIcon />
            </button>
          ))}
        </div>
      )}
      <button type="button" className="icon-button" aria-label={m.dreams_feedback_close()} onClick={onClose}>
        <CloseIcon />
      </button>
    </section>
  );
}
