import { type RefObject, useEffect } from 'react';

const STEP = 8;
/** Highest lift in px: enough to clear a tile's text and icons and end up over its image. */
const HIGHEST = 200;
/** Ms without scrolling before the page counts as still. */
const REST_MS = 120;

/**
 * Sets `--lift`, the distance by which a floating element must rise to cover no tile text or control, whenever
 * scrolling stops. It may cover a corner of a tile's image, because the rest of the image opens the same dream. Runs
 * only while the element is small: an open panel covers a lot anyway, and the button must stay where it was pressed.
 */
export function useClearPlace(floating: RefObject<HTMLElement | null>, isSmall: boolean) {
  useEffect(() => {
    const element = floating.current;
    if (!element || !isSmall) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const settle = () => {
      clearTimeout(timer);
      timer = setTimeout(() => lift(element), REST_MS);
    };
    settle();
    const observer = new ResizeObserver(settle);
    observer.observe(document.body);
    observer.observe(element);
    addEventListener('scroll', settle, { passive: true });
    addEventListener('resize', settle);
    return () => {
      clearTimeout(timer);
      observer.disconnect();
      removeEventListener('scroll', settle);
      removeEventListener('resize', settle);
    };
  }, [floating, isSmall]);
}

function lift(element: HTMLElement) {
  const home = element.getBoundingClientRect();
  let up = 0;
  while (up < HIGHEST && coversControls(element, home, up)) up += STEP;
  element.style.setProperty('--lift', `${up < HIGHEST ? up : 0}px`);
}

function coversControls(self: HTMLElement, { left, top, width, height }: DOMRect, up: number): boolean {
  return [0, 0.5, 1].some((across) =>
    [0, 0.25, 0.5, 0.75, 1].some((down) => {
      const below = document
        .elementsFromPoint(left + across * width, top - up + down * height)
        .find((one) => !self.contains(one));
      return !below?.closest('.tile-picture') && below?.closest('a, button, input, select, textarea');
    }),
  );
}
