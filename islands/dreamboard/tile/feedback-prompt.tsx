import { useEffect, useState } from 'react';
import { type AwaitedFeedback, dropFeedback, takeFeedback } from '../../browser/feedback.ts';
import { useLater } from '../../ui/use-later.ts';

const ASK_AFTER_MS = 1000;
const loadModal = () => import('./feedback-modal.tsx');
const loadRow = () => import('../../ui/rating-row.tsx');

/**
 * Asks for a rating of the last dream, unless the person has opted out: quietly on the first visit after its end, and
 * in a dialog later.
 */
export function FeedbackPrompt({ boardShownAt }: { boardShownAt: number }) {
  const [asked, setAsked] = useState<AwaitedFeedback | null>(null);
  useEffect(() => {
    const awaited = takeFeedback();
    const ask = () => setAsked(awaited);
    const wait = boardShownAt + ASK_AFTER_MS - performance.now();
    if (wait <= 0) return ask();
    const timer = setTimeout(ask, wait);
    return () => clearTimeout(timer);
  }, [boardShownAt]);
  const Modal = useLater(asked?.isFresh === false, loadModal);
  const Row = useLater(asked?.isFresh === true, loadRow);
  if (!asked) return null;
  const close = () => {
    dropFeedback();
    setAsked(null);
  };
  if (asked.isFresh) return Row && <Row sessionId={asked.sessionId} onClose={close} />;
  return Modal && <Modal sessionId={asked.sessionId} onClose={close} />;
}
