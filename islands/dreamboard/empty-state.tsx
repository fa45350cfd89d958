import { useEffect, useState } from 'react';

const SUGGESTIONS = [
  'Create a vibrant world that...',
  'Drift over a city made of glass and rain...',
  'Follow a paper boat down a river of stars...',
  'Let a forest breathe in slow, golden light...',
  'Open a door onto the bottom of the sea...',
  'Paint the last evening of summer as...',
] as const;

const TYPE_MS = 55;
const HOLD_MS = 2200;

export function EmptyState({ active }: { active: boolean }) {
  return (
    <section className="empty">
      <div className="empty-moon" aria-hidden="true" />
      <Typewriter />
      <h2>Share your thoughts. See them emerge.</h2>
      <a className="button button-primary button-large" href="/stream">
        {active ? 'Continue' : 'Start Dreaming'}
      </a>
    </section>
  );
}

/** Types one suggestion after another. The server renders the first one in full. */
function Typewriter() {
  const [at, setAt] = useState({ suggestion: 0, length: SUGGESTIONS[0].length });
  useEffect(() => {
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    const text = SUGGESTIONS[at.suggestion] ?? '';
    const complete = at.length >= text.length;
    const timer = setTimeout(
      () =>
        setAt(
          complete
            ? { suggestion: (at.suggestion + 1) % SUGGESTIONS.length, length: 0 }
            : { ...at, length: at.length + 1 },
        ),
      complete ? HOLD_MS : TYPE_MS,
    );
    return () => clearTimeout(timer);
  }, [at]);
  return (
    <p className="typewriter">
      <span className="visually-hidden">For example: {SUGGESTIONS.join(' ')}</span>
      <span aria-hidden="true">
        {(SUGGESTIONS[at.suggestion] ?? '').slice(0, at.length)}
        <span className="typewriter-caret" />
      </span>
    </p>
  );
}
