import { useSyncExternalStore } from 'react';

const never = () => () => {};

/** False in the server's HTML and at its hydration, true from then on. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
