import { useEffect } from 'react';
import { type Narrowing, narrowingParams } from '../../modules/dreams/contract/narrowing.ts';

/** Address of the board with this search and these filters. */
export function boardAddress(words: string, narrowing: Narrowing): string {
  const query = new URLSearchParams(narrowingParams(narrowing));
  if (words) query.set('q', words);
  return query.size > 0 ? `/dreamboard?${query}` : '/dreamboard';
}

/** Keeps the address in sync with the board, so that reloads, bookmarks and Back restore it. */
export function useAddress(words: string, narrowing: Narrowing) {
  const address = boardAddress(words, narrowing);
  useEffect(() => {
    // Other parts of the address don't belong to the board and are dropped.
    if (`${location.pathname}${location.search}` !== address)
      history.replaceState(history.state, '', address);
  }, [address]);
}
