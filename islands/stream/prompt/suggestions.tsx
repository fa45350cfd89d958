const SUGGESTIONS = [
  'A cathedral of rain, slow light through coloured glass',
  'A paper boat on a river of stars',
  'Snow falling upwards over a sleeping city',
];

/** Ideas for a first prompt. Choosing one fills the field, where it can be edited. */
export function Suggestions({ onChoose }: { onChoose: (text: string) => void }) {
  return (
    <div className="suggestions">
      {SUGGESTIONS.map((text) => (
        <button key={text} type="button" onClick={() => onChoose(text)}>
          {text}
        </button>
      ))}
    </div>
  );
}
