import { useSyncExternalStore } from 'react';
import { formatDateTime, isoOf } from '../../modules/kit/shared/dates.ts';

const never = () => () => {};

/** A time in the reader's zone. The server doesn't know the zone and renders UTC. */
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
