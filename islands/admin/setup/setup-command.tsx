import { useCopy } from '../../ui/use-copy.ts';

/** A command of one line, to be copied whole. */
export function SetupCommand({ text }: { text: string }) {
  const { copied, copy } = useCopy();
  return (
    <div className="command">
      <code>{text}</code>
      <button type="button" className="button button-quiet" onClick={() => void copy(text)}>
        <span aria-live="polite">{copied ? 'Copied' : 'Copy'}</span>
      </button>
    </div>
  );
}
