import { IDEAS } from '../../ui/ideas.ts';

/** Ideas for a first prompt, sent with one tap. */
export function Suggestions({ onChoose }: { onChoose: (text: string) => void }) {
  return (
    <div className="suggestions">
      {IDEAS.map(({ label, words, image }) => (
        <button key={image} type="button" className="idea" onClick={() => onChoose(words())}>
          <img src={image} alt="" width={64} height={36} />
          {label()}
        </button>
      ))}
    </div>
  );
}
