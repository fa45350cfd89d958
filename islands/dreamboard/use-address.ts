import { useEffect } from 'react';
import { type Narrowing, narrowingParams } from '../../modules/dreams/shared/narrowing.ts';

/** The address of the board that shows these dreams. */
export function boardAddress(words: string, narrowing: Narrowing): string {
  const query = new URLSearchParams(narrowingParams(narrowing));
  if (words) query.set('q', words);
  return query.size > 0 ? `/dreamboard?${query}` : '/dreamboard';
}

/** Keeps the address at what is shown, so that a reload, a bookmark and the way back lead to the same. */
export function useAddress(words: string, narrowing: Narrowing) {
  const address = boardAddress(words, narrowing);
  useEffect(() => {
    // Other parts of the address are not the board's, and go.
    if (`${location.pathname}${location.search}` !== address)
      history.replaceState(history.state, '', address);
  }, [address]);
}
