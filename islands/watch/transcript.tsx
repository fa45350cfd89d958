import { m } from '../../modules/kit/texts/m.ts';
import type { WatchedPrompt } from './watch-state.ts';

/** The prompts so far, the newest first. */
export function Transcript({ prompts }: { prompts: readonly WatchedPrompt[] }) {
  return (
    <details className="watch-transcript">
      <summary>{m.stream_watch_transcript()}</summary>
      <ol>
        {prompts.toReversed().map(({ id, text, from }) => (
          <li key={id}>
            <span dir="auto">{text}</span>
            {from !== undefined && (
              <small>
                {from === null
                  ? m.stream_audience_suggested_guest()
                  : m.stream_audience_suggested({ name: from })}
              </small>
            )}
          </li>
        ))}
      </ol>
    </details>
  );
}
