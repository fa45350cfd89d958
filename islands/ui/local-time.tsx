import { useSyncExternalStore } from 'react';
import { formatDateTime, isoOf } from '../../src/kit/shared/dates.ts';

const never = () => () => {};

/** A moment in the reader's own zone; the server, which cannot know it, says it in UTC. */
export function LocalTime({ value }: { value: string | null | undefined }) {
  const text = useSyncExternalStore(
    never,
    () => formatDateTime(value),
    () => formatDateTime(value, 'UTC'),
  );
  return (
    <time dateTime={isoOf(value)} data-local>
      {text}
    </time>
  );
}
