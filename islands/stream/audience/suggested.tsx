import { useRef } from 'react';
import { formatNumber } from '../../../modules/kit/texts/formats.ts';
import { m } from '../../../modules/kit/texts/m.ts';
import { useKeys } from '../../ui/use-keys.ts';
import type { StreamController } from '../controller.ts';
import type { AudienceState } from './audience-state.ts';

interface SuggestedProps {
  suggestions: AudienceState['suggestions'];
  controller: StreamController;
}

/** The oldest suggestion that waits for the dreamer, who takes or drops it with one key. */
export function Suggested({ suggestions, controller }: SuggestedProps) {
  const [first, ...more] = suggestions;
  const note = useRef<HTMLDivElement>(null);
  const answer = (type: 'take' | 'drop') => first && controller.send({ type, id: first.id });
  // Small windows hide it while a panel is open.
  const answerSeen = (type: 'take' | 'drop') => note.current?.getClientRects().length && answer(type);
  useKeys({ t: () => answerSeen('take'), x: () => answerSeen('drop') });
  if (!first) return null;
  return (
    <div ref={note} className="suggested" role="status">
      <p>
        <small>
          {first.from === null
            ? m.stream_together_suggested_guest()
            : m.stream_together_suggested({ name: first.from })}
          {first.wishes > 1 && ` ×${formatNumber(first.wishes)}`}
        </small>
        <span dir="auto">{first.text}</span>
        {more.length > 0 && <small>{m.stream_together_more({ count: more.length })}</small>}
      </p>
      <div className="suggested-answers">
        <button
          type="button"
          className="button button-primary"
          title={m.stream_together_take_key()}
          onClick={() => answer('take')}
        >
          {m.stream_together_take()}
        </button>
        <button
          type="button"
          className="button"
          title={m.stream_together_drop_key()}
          onClick={() => answer('drop')}
        >
          {m.stream_together_drop()}
        </button>
      </div>
    </div>
  );
}
