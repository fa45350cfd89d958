interface SpokenWordsProps {
  text: string;
  onDiscard: () => void;
}

/** Words that are being said, as they are understood: they go by themselves, and can be stopped until then. */
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
