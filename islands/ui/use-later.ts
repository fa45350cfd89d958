import { type ComponentType, useEffect, useState } from 'react';
import { m } from '../../modules/kit/texts/m.ts';

/**
 * Loads a component the first time it is wanted. Null until then, and after a failed load; wanting it again retries if
 * the browser allows.
 * @param load must be a stable function
 */
export function useLater<Props>(
  wanted: boolean,
  load: () => Promise<{ default: ComponentType<Props> }>,
): ComponentType<Props> | null {
  const [part, setPart] = useState<ComponentType<Props> | null>(null);
  const missing = wanted && part === null;
  useEffect(() => {
    if (!missing) return;
    load().then(
      (loaded) => setPart(() => loaded.default),
      (error) => {
        console.error('A part of the page did not come.', error);
        alert(m.web_part_failed());
      },
    );
  }, [missing, load]);
  return part;
}
