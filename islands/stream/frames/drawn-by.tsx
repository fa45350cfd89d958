import { generatorName } from '../../../modules/dreams/shared/generator-name.ts';
import { madeBy } from '../../../modules/dreams/shared/source-type.ts';
import { pictureRate } from '../../../src/kit/shared/picture-rate.ts';
import type { StreamState } from '../machine.ts';

type Generator = StreamState['generator'];

/**
 * Generator of the frames, under them. The built-in painter is no AI, and says so.
 * @param expected what the server starts by itself, until the worker has said what it is
 * @param operator may connect what draws with AI
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
    // In another tab: leaving this one would end the dream.
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

/** Over the frames: whether AI makes them. A relay from before the mark says nothing of it. */
export function SourceMark({ generator }: { generator: NonNullable<Generator> }) {
  const isAi = generator.ai ?? generator.name !== 'demo';
  return (
    <p className="chip source-mark" title={madeBy(isAi)}>
      <span aria-hidden="true">{isAi ? 'AI' : 'Program'}</span>
      <span className="visually-hidden">{madeBy(isAi)}</span>
    </p>
  );
}

/** The same in the settings, with how fast it draws. */
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

/** @returns the generator's own words, or what has been counted */
function paceOf({ fps, note }: NonNullable<Generator>): string {
  if (note) return `${note.charAt(0).toUpperCase()}${note.slice(1)}`;
  if (fps === null || fps === 0) return 'Measured once it draws';
  return `${pictureRate(fps)} pictures a second`;
}
