import { useEffect, useState } from 'react';
import { formatList } from '../../modules/kit/texts/formats.ts';
import { m } from '../../modules/kit/texts/m.ts';
import { IDEAS } from '../ui/ideas.ts';
import { IdeasForm, PromptForm } from '../ui/prompt-form.tsx';

const SUGGESTIONS = [
  m.dreams_empty_example_world,
  m.dreams_empty_example_city,
  m.dreams_empty_example_boat,
  m.dreams_empty_example_forest,
  m.dreams_empty_example_sea,
  m.dreams_empty_example_summer,
] as const;

const textAt = (index: number) => SUGGESTIONS[index]?.() ?? '';

const TYPE_MS = 55;
const HOLD_MS = 2200;

export function EmptyState({ active }: { active: boolean }) {
  return (
    <section className="empty">
      <div className="empty-moon" aria-hidden="true" />
      <Typewriter />
      <h2>{m.dreams_empty_title()}</h2>
      {!active && (
        <>
          <PromptForm className="empty-prompt" field="field" button="icon-button" />
          <IdeasForm className="empty-examples" button="idea" ideas={IDEAS} />
        </>
      )}
      <a className="button button-primary button-large" href="/stream">
        {active ? m.dreams_empty_continue() : m.dreams_empty_start()}
      </a>
    </section>
  );
}

/** Types one suggestion after another. The server renders the first one in full. */
function Typewriter() {
  const [at, setAt] = useState({ suggestion: 0, length: SUGGESTIONS[0]().length });
  useEffect(() => {
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    const text = textAt(at.suggestion);
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
      <span className="visually-hidden">
        {m.dreams_empty_examples({
          examples: formatList(
            SUGGESTIONS.map((text) => text()),
            'unit',
          ),
        })}
      </span>
      <span aria-hidden="true">
        {textAt(at.suggestion).slice(0, at.length)}
        <span className="typewriter-caret" />
      </span>
    </p>
  );
}
