import { m } from '../../../modules/kit/texts/m.ts';

/** Each with a picture of it by the painter, in public/. */
const SUGGESTIONS = [
  { text: m.stream_suggestion_cathedral, image: '/dream-cathedral.webp' },
  { text: m.stream_suggestion_boat, image: '/dream-boat.webp' },
  { text: m.stream_suggestion_snow, image: '/dream-snow.webp' },
];

/** Ideas for a first prompt, sent with one tap. */
export function Suggestions({ onChoose }: { onChoose: (text: string) => void }) {
  return (
    <div className="suggestions">
      {SUGGESTIONS.map(({ text, image }) => (
        <button key={image} type="button" className="idea" onClick={() => onChoose(text())}>
          <img src={image} alt="" width={64} height={36} />
          {text()}
        </button>
      ))}
    </div>
  );
}
