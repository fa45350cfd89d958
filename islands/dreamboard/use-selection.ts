import { useCallback, useEffect, useMemo, useRef, useState } from 'react';

/**
 * Which dreams are selected; null outside of the selection mode.
 * @param shown ids of all dreams on the board, in their order
 */
export function useSelection(shown: readonly string[]) {
  const [selected, setSelected] = useState<ReadonlySet<string> | null>(null);
  /** from where a range reaches: the last one that was selected by itself */
  const anchor = useRef<string | null>(null);
  const latest = useRef(shown);
  latest.current = shown;

  const change = useMemo(
    () => ({
      toggle(id: string) {
        anchor.current = id;
        setSelected((known) => {
          const next = new Set(known);
          if (!next.delete(id)) next.add(id);
          return next;
        });
      },
      /** Selects all from the last one that was selected to this one. */
      extendTo(id: string) {
        const range = rangeOf(latest.current, anchor.current, id);
        if (range.length === 1) anchor.current = id;
        setSelected((known) => new Set([...(known ?? []), ...range]));
      },
      all: () => setSelected(new Set(latest.current)),
      /** None is selected, and selecting goes on. */
      none() {
        anchor.current = null;
        setSelected(new Set());
      },
    }),
    [],
  );
  const leave = useCallback(() => {
    anchor.current = null;
    setSelected(null);
  }, []);

  const selecting = selected !== null;
  const { all } = change;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (document.querySelector('dialog[open], :popover-open')) return;
      if (event.key === 'Escape' && selecting) leave();
      if (!isSelectAll(event) || latest.current.length === 0) return;
      const { activeElement } = document;
      const onBoard = activeElement?.closest('.board') && !isField(activeElement);
      // A focus that was on a control that is gone is on the page as a whole.
      if (!onBoard && !(selecting && activeElement === document.body)) return;
      event.preventDefault();
      all();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [selecting, leave, all]);
  return { selected, ...change, leave };
}

/** What lies between two of a list, both included; only the second where the first is not in it. */
export function rangeOf(list: readonly string[], from: string | null, to: string): string[] {
  const [one, other] = [from === null ? -1 : list.indexOf(from), list.indexOf(to)];
  if (one < 0 || other < 0) return [to];
  return list.slice(Math.min(one, other), Math.max(one, other) + 1);
}

const isSelectAll = ({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent) =>
  key.toLowerCase() === 'a' && (ctrlKey || metaKey) && !shiftKey && !altKey;

/** Where the keys belong to what is typed or chosen. */
const isField = (element: Element) => element.matches('input:not([type=checkbox]), textarea, select');
