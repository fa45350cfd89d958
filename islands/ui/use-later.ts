import { type ComponentType, useEffect, useState } from 'react';
import { m } from '../../modules/kit/texts/m.ts';

/**
 * Loads a component the first time it is wanted. Null until then, and after a failed load; wanting it again, or coming
 * back online while it is wanted, retries if the browser allows.
 * @param load must be a stable function
 * @param ahead loads it once the page is idle, for parts that must open at once, or offline
 */
export function useLater<Props>(
  wanted: boolean,
  load: () => Promise<{ default: ComponentType<Props> }>,
  ahead = false,
): ComponentType<Props> | null {
  const [part, setPart] = useState<ComponentType<Props> | null>(null);
  const missing = part === null;
  useEffect(() => {
    const get = () =>
      load().then(
        (loaded) => setPart(() => loaded.default),
        (error) => {
          console.error(error);
          if (wanted) alert(m.web_part_failed());
        },
      );
    if (missing && wanted) {
      get();
      addEventListener('online', get);
      return () => removeEventListener('online', get);
    }
    // Safari has no idle callbacks.
    if (missing && ahead) (self.requestIdleCallback ?? setTimeout)(get);
  }, [missing, wanted, ahead, load]);
  return part;
}
