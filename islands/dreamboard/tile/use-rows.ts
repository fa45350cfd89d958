import { type RefObject, useLayoutEffect, useState } from 'react';

/** Extra rows above and below the viewport, about two notches of a mouse wheel. */
const AHEAD = 4;

/** Measured layout of the grid, and the range of rows near the viewport. Sizes in px. */
interface View {
  columns: number;
  /** All rows have the same height. */
  rowHeight: number;
  gap: number;
  first: number;
  last: number;
}

export interface Rows {
  columns: number;
  /** Total number of rows. */
  count: number;
  /** Rows to render, in order. */
  shown: number[];
  /** Height in px of a number of rows, excluding the gap after them. */
  heightOf(rows: number): number;
}

/**
 * Works out the rows of a grid that are close enough to the viewport to render.
 * @param kept index of an item whose row, with both adjacent rows, is always rendered so that Tab can move on from it;
 * -1 for none
 * @returns null until the grid has been measured; everything is rendered until then
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

/** Measures again on scroll and whenever the grid's size changes, with the window or as fonts load. */
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
