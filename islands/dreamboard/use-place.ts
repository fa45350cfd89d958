import { useEffect, useRef } from 'react';

const KEY = 'dreamboard-place';
/** Input that cancels the restoration. */
const TAKES_OVER = ['wheel', 'pointerdown', 'keydown'] as const;

/** Number of fetched dreams and scroll position in a list. */
interface Place {
  list: string;
  dreams: number;
  /** In px. */
  y: number;
}

/**
 * Restores the scroll position among older dreams after Back or a reload. Only needed if the page isn't in the
 * back-forward cache: a freshly loaded page has only the first dreams and is too short to scroll to the old position.
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
    // Storage is disabled, so the page starts at the top.
  }
}
