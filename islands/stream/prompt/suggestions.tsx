import { m } from '../../../modules/kit/texts/m.ts';

/** Each with a picture of it by the painter, in public/. A tap sends `words`, in a language that the painter reads. */
const SUGGESTIONS = [
  {
    label: m.stream_suggestion_cathedral,
    words: m.stream_suggestion_cathedral_words,
    image: '/dream-cathedral.webp',
  },
  {
    label: m.stream_suggestion_boat,
    words: m.stream_suggestion_boat_words,
    image: '/dream-boat.webp',
  },
  {
    label: m.stream_suggestion_snow,
    words: m.stream_suggestion_snow_words,
    image: '/dream-snow.webp',
  },
];

/** Ideas for a first prompt, sent with one tap. */
export function Suggestions({ onChoose }: { onChoose: (text: string) => void }) {
  return (
    <div className="suggestions">
      {SUGGESTIONS.map(({ label, words, image }) => (
        <button key={image} type="button" className="idea" onClick={() => onChoose(words())}>
          <img src={image} alt="" width={64} height={36} />
          {label()}
        </button>
      ))}
    </div>
  );
}
