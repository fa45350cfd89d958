import { type ComponentType, useEffect, useState } from 'react';

/**
 * A part that no first view needs: its script is asked for once it is wanted. Null until then, and where it did not come:
 * the next wish asks again, as far as the browser does.
 * @param load stays the same function
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
        alert('This part of the page did not come. Please check your connection and reload the page.');
      },
    );
  }, [missing, load]);
  return part;
}
