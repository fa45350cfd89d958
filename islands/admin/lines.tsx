import type { ReactNode } from 'react';
import { localMoment, localTime } from './format.ts';

export interface Line {
  at: string;
  what: ReactNode;
  detail?: ReactNode;
}

interface LinesProps {
  label: string;
  lines: Line[];
  /** shown if the list is empty */
  nothing: string;
  /** shows seconds, for lines that often share a minute */
  hasSeconds?: boolean;
}

/** A list of events, in the given order. */
export function Lines({ label, lines, nothing, hasSeconds }: LinesProps) {
  if (lines.length === 0) return <p>{nothing}</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <ol className="admin-lines" aria-label={label} tabIndex={0}>
      {lines.map(({ at, what, detail }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines have no id and never change places
        <li key={index}>
          <span dir="auto">{what}</span>
          <time className="numbers">{hasSeconds ? localMoment(at) : localTime(at)}</time>
          {detail && <small dir="auto">{detail}</small>}
        </li>
      ))}
    </ol>
  );
}

/** A list of named facts. Unknown ones are left out. */
export function Facts({ facts }: { facts: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <dl>
      {facts.map(([name, value]) =>
        value === null || value === undefined || value === '' ? null : (
          <div key={name} style={{ display: 'contents' }}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ),
      )}
    </dl>
  );
}
