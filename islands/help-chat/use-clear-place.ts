import { type RefObject, useEffect } from 'react';

const STEP = 8;
/** px that it may rise at most: over a tile's words and icons, onto a picture */
const HIGHEST = 200;
/** ms without scrolling after which the page is at rest */
const REST_MS = 120;

/**
 * Says by how much (`--lift`) what floats over the page has to rise, once that is at rest, to cover no words of a tile
 * and nothing that can be pressed. Of a tile's picture it may cover a corner: the rest of it does the same. It looks for
 * its place while it is small only: opened it covers much, and closed again it has to be where it was pressed.
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
