import { useEffect, useRef } from 'react';

const KEY = 'dreamboard-place';
/** A person's own scrolling counts more than where they were. */
const TAKES_OVER = ['wheel', 'pointerdown', 'keydown'] as const;

/** Read part of a list, and the scroll position of the page. */
interface Place {
  list: string;
  dreams: number;
  /** px */
  y: number;
}

/**
 * Brings a person who comes back, or reloads, to where they were among older dreams. A browser that kept the page needs
 * none of this, and one that did not can't do it alone, because the page then ends with the first dreams.
 */
export function usePlace(list: string, dreams: number, read: ((atLeast: number) => Promise<void>) | null) {
  const latest = useRef({ list, dreams });
  latest.current = { list, dreams };
  const target = useRef<Place | null>(null);

  useEffect(() => {
    const place = placeToReturnTo();
    if (place && place.dreams > latest.current.dreams) target.current = place;
    const keep = () => store({ ...latest.current, y: scrollY });
    const stay = () => {
      target.current = null;
    };
    addEventListener('pagehide', keep);
    for (const type of TAKES_OVER) addEventListener(type, stay, { passive: true });
    return () => {
      removeEventListener('pagehide', keep);
      for (const type of TAKES_OVER) removeEventListener(type, stay);
    };
  }, []);

  useEffect(() => {
    const place = target.current;
    if (place?.list !== list) return;
    if (read && dreams < place.dreams) {
      void read(place.dreams - dreams);
      return;
    }
    target.current = null;
    scrollTo({ top: place.y, behavior: 'instant' });
  }, [list, dreams, read]);
}

function placeToReturnTo(): Place | null {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (navigation?.type !== 'back_forward' && navigation?.type !== 'reload') return null;
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? 'null');
  } catch {
    return null;
  }
}

function store(place: Place) {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(place));
  } catch {
    // Storage is off: the page comes up at its beginning.
  }
}
