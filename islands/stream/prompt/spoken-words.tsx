interface SpokenWordsProps {
  text: string;
  onDiscard: () => void;
}

/** Live transcript of what is being said. It is sent automatically and can be discarded until then. */
export function SpokenWords({ text, onDiscard }: SpokenWordsProps) {
  return (
    <p className="spoken-words">
      <span>{text}</span>
      <button type="button" className="button" title="Don’t send it (Backspace)" onClick={onDiscard}>
        Don’t send
      </button>
    </p>
  );
}
