import { m } from '../../../modules/kit/texts/m.ts';
import { rateText } from '../../browser/rate-text.ts';
import { nameOf } from '../frames/drawn-by.tsx';
import type { StreamState } from '../machine.ts';

type Generator = StreamState['generator'];

/** The generator with its speed. */
export function GeneratorFigures({ generator }: { generator: Generator }) {
  if (!generator) return <p className="generator-none">{m.stream_generator_none()}</p>;
  return (
    <dl className="generator-figures">
      <dt>{m.stream_generator_name()}</dt>
      <dd>{generator.name === 'demo' ? m.stream_generator_name_demo() : nameOf(generator)}</dd>
      <dt>{m.stream_generator_pace()}</dt>
      <dd className="numbers">{paceOf(generator)}</dd>
    </dl>
  );
}

/** @returns the generator's own note, or the measured frame rate */
function paceOf({ fps, note }: NonNullable<Generator>): string {
  if (note) return `${note.charAt(0).toUpperCase()}${note.slice(1)}`;
  if (fps === null || fps === 0) return m.stream_generator_pace_unknown();
  return m.stream_generator_pace_rate({ rate: rateText(fps) });
}
