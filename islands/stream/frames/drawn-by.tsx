import { generatorName } from '../../../modules/dreams/contract/generator-name.ts';
import { madeBy } from '../../../modules/dreams/contract/source-type.ts';
import { pictureRate } from '../../../modules/kit/shared/picture-rate.ts';
import type { StreamState } from '../machine.ts';

type Generator = StreamState['generator'];

/**
 * Names the generator below the stream, and says that the built-in painter isn't AI.
 * @param expected the generator that the server starts itself, shown until the worker has reported its own
 * @param operator true if the user may connect an AI generator
 */
export function DrawnBy({
  generator,
  expected,
  operator,
}: {
  generator: Generator;
  expected: string;
  operator: boolean;
}) {
  if ((generator?.name ?? expected) === 'demo') {
    if (!operator) return <p>Drawn by the demo painter, which is no AI</p>;
    // In a new tab, because leaving this page would end the dream.
    return (
      <p>
        Demo generator,{' '}
        <a href="/connect-gpu" target="_blank" rel="noreferrer">
          connect a GPU worker
        </a>{' '}
        for AI video
      </p>
    );
  }
  return generator && <p>{`Drawn by ${nameOf(generator)}`}</p>;
}

/** Label on the stream saying whether it is made by AI. Older relays don't send the `ai` field. */
export function SourceMark({ generator }: { generator: NonNullable<Generator> }) {
  const isAi = generator.ai ?? generator.name !== 'demo';
  return (
    <p className="chip source-mark" title={madeBy(isAi)}>
      <span aria-hidden="true">{isAi ? 'AI' : 'Program'}</span>
      <span className="visually-hidden">{madeBy(isAi)}</span>
    </p>
  );
}

/** The same for the settings panel, with the generator's speed. */
export function GeneratorFigures({ generator }: { generator: Generator }) {
  if (!generator) return <p className="generator-none">Nothing draws yet: your dream waits for a worker.</p>;
  return (
    <dl className="generator-figures">
      <dt>Drawn by</dt>
      <dd>{generator.name === 'demo' ? 'Demo painter, no AI' : nameOf(generator)}</dd>
      <dt>Pace</dt>
      <dd className="numbers">{paceOf(generator)}</dd>
    </dl>
  );
}

const nameOf = ({ name, version }: NonNullable<Generator>) => generatorName(name, version);

/** @returns the generator's own note, or the measured frame rate */
function paceOf({ fps, note }: NonNullable<Generator>): string {
  if (note) return `${note.charAt(0).toUpperCase()}${note.slice(1)}`;
  if (fps === null || fps === 0) return 'Measured once it draws';
  return `${pictureRate(fps)} pictures a second`;
}
