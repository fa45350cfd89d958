import { generatorName } from '../../../modules/dreams/contract/generator-name.ts';
import { madeBy } from '../../../modules/dreams/contract/source-type.ts';
import { m } from '../../../modules/kit/texts/m.ts';
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
    if (!operator) return <p>{m.stream_source_demo()}</p>;
    // In a new tab, because leaving this page would end the dream.
    return (
      <p>
        {m.stream_source_demo_connect({
          link: (words) => (
            <a href="/connect-gpu" target="_blank" rel="noreferrer">
              {words}
            </a>
          ),
        })}
      </p>
    );
  }
  return generator && <p>{m.stream_source_drawn_by({ generator: nameOf(generator) })}</p>;
}

/** Label on the stream saying whether it is made by AI. Older relays don't send the `ai` field. */
export function SourceMark({ generator, camera }: Pick<StreamState, 'generator' | 'camera'>) {
  if (!generator) return null;
  const isAi = generator.ai ?? generator.name !== 'demo';
  return (
    <p className="chip source-mark" title={madeBy(isAi, camera !== null)}>
      <span className="source-words" aria-hidden="true">
        {isAi ? m.stream_source_mark_ai() : m.stream_source_mark_program()}
        {camera && ` · ${m.dreams_made_from_camera()}`}
      </span>
      <span className="visually-hidden">{madeBy(isAi, camera !== null)}</span>
    </p>
  );
}

export const nameOf = ({ name, version }: NonNullable<Generator>) => generatorName(name, version);
