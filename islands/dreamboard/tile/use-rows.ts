import { type RefObject, useLayoutEffect, useState } from 'react';

/** Rows above and below the window that are there already: two turns of a wheel. */
const AHEAD = 4;

/** The grid as the style sheet has laid it out, and which of its rows are near the window; sizes in px. */
interface View {
  columns: number;
  /** all rows are of one height */
  rowHeight: number;
  gap: number;
  first: number;
  last: number;
}

export interface Rows {
  columns: number;
  /** all rows there are */
  count: number;
  /** the rows that are in the page, in order */
  shown: number[];
  /** px that so many rows take up, without the gap after them */
  heightOf(rows: number): number;
}

/**
 * Which rows of a grid are near enough to the window to be in the page.
 * @param kept index of an item whose row stays, and the rows beside it, so that Tab leads on from there
 * @returns null until the grid was measured: everything is in the page then
 */
export function useRows(grid: RefObject<HTMLElement | null>, items: number, kept: number): Rows | null {
  const view = useView(grid);
  if (!view) return null;
  const { columns, rowHeight, gap } = view;
  const count = Math.ceil(items / columns);
  const last = Math.min(view.last, count - 1);
  const first = Math.max(0, Math.min(view.first, last));
  const shown = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  if (kept >= 0) {
    const row = Math.floor(kept / columns);
    const beside = [row - 1, row, row + 1].filter((one) => one >= 0 && one < count);
    shown.unshift(...beside.filter((one) => one < first));
    shown.push(...beside.filter((one) => one > last));
  }
  return { columns, count, shown, heightOf: (rows) => rows * (rowHeight + gap) - gap };
}

/** Measured again as the page scrolls, and when the grid changes its size: with the window, and as fonts arrive. */
function useView(grid: RefObject<HTMLElement | null>): View | null {
  const [view, setView] = useState<View | null>(null);
  useLayoutEffect(() => {
    const element = grid.current;
    if (!element) return;
    const look = () => {
      const next = viewOf(element);
      if (next) setView((known) => (known && same(known, next) ? known : next));
    };
    look();
    const observer = new ResizeObserver(look);
    observer.observe(element);
    addEventListener('scroll', look, { passive: true });
    addEventListener('resize', look);
    return () => {
      observer.disconnect();
      removeEventListener('scroll', look);
      removeEventListener('resize', look);
    };
  }, [grid]);
  return view;
}

function viewOf(element: HTMLElement): View | null {
  const rowHeight = element.querySelector('.tile')?.getBoundingClientRect().height;
  if (!rowHeight) return null;
  const { gridTemplateColumns, rowGap } = getComputedStyle(element);
  const gap = Number.parseFloat(rowGap);
  const { top } = element.getBoundingClientRect();
  const rowAt = (y: number) => Math.floor((y - top) / (rowHeight + gap));
  return {
    columns: gridTemplateColumns.split(' ').length,
    rowHeight,
    gap,
    first: Math.max(0, rowAt(0) - AHEAD),
    last: Math.max(0, rowAt(innerHeight) + AHEAD),
  };
}

function same(a: View, b: View): boolean {
  return (Object.keys(a) as (keyof View)[]).every((key) => a[key] === b[key]);
}
