import { m } from '../../../modules/kit/texts/m.ts';

interface SpokenWordsProps {
  text: string;
  onDiscard: () => void;
}

/** Live transcript of what is being said. It is sent automatically and can be discarded until then. */
export function SpokenWords({ text, onDiscard }: SpokenWordsProps) {
  return (
    <p className="spoken-words">
      <span>{text}</span>
      <button type="button" className="button" title={m.stream_spoken_discard_title()} onClick={onDiscard}>
        {m.stream_spoken_discard()}
      </button>
    </p>
  );
}
