import { m } from '../../../modules/kit/texts/m.ts';

const SUGGESTIONS = [m.stream_suggestion_cathedral, m.stream_suggestion_boat, m.stream_suggestion_snow];

/** Ideas for a first prompt. Choosing one fills the field, where it can be edited. */
export function Suggestions({ onChoose }: { onChoose: (text: string) => void }) {
  return (
    <div className="suggestions">
      {SUGGESTIONS.map((suggestion) => suggestion()).map((text) => (
        <button key={text} type="button" onClick={() => onChoose(text)}>
          {text}
        </button>
      ))}
    </div>
  );
}
