import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { SelectionAnswer } from '../../../modules/dreams/contract/selection-schemas.ts';

/**
 * Individual dreams, or a whole list that the server has counted, with exceptions. A list may be far longer than the
 * board has fetched.
 */
export interface Selected {
  /** Selected ids; for a counted list, the ids that are not selected. */
  ids: ReadonlySet<string>;
  counted: SelectionAnswer | null;
}

interface Shown {
  /** Ids of all dreams on the board, in display order. */
  ids: readonly string[];
  /** The board has fetched the whole list. */
  complete: boolean;
  /** Identifies the list. When it changes, counted selections are cleared. */
  list: string;
  /** Dreams in the list that can't be selected, because they are shown as processing. */
  except: readonly string[];
  /** Counts the list; null after a failure, which has already been shown. */
  count(): Promise<SelectionAnswer | null>;
}

const NONE: Selected = { ids: new Set(), counted: null };

export const isSelected = (selected: Selected | null, id: string): boolean =>
  selected !== null && selected.ids.has(id) === (selected.counted === null);

/** The selected dreams; null outside selection mode. */
export function useSelection(shown: Shown) {
  const [selected, setSelected] = useState<Selected | null>(null);
  const [counting, setCounting] = useState(false);
  /** Start of a range selection: the last dream selected individually. */
  const anchor = useRef<string | null>(null);
  const latest = useRef(shown);
  latest.current = shown;

  const change = useMemo(() => {
    async function countAll() {
      const { list, except, count } = latest.current;
      setCounting(true);
      const counted = await count();
      setCounting(false);
      if (counted && latest.current.list === list) setSelected({ ids: new Set(except), counted });
    }
    return {
      toggle(id: string) {
        anchor.current = id;
        setSelected((known) => {
          const ids = new Set(known?.ids);
          if (!ids.delete(id)) ids.add(id);
          return { ids, counted: known?.counted ?? null };
        });
      },
      /** Selects the range from the anchor to this dream. */
      extendTo(id: string) {
        const range = rangeOf(latest.current.ids, anchor.current, id);
        if (range.length === 1) anchor.current = id;
        setSelected((known) => {
          const ids = new Set(known?.ids);
          for (const one of range) known?.counted ? ids.delete(one) : ids.add(one);
          return { ids, counted: known?.counted ?? null };
        });
      },
      /** Selects the whole list, including dreams that haven't been fetched. */
      all() {
        if (latest.current.complete) setSelected({ ids: new Set(latest.current.ids), counted: null });
        else void countAll();
      },
      /** Deselects everything but stays in selection mode. */
      none() {
        anchor.current = null;
        setSelected(NONE);
      },
    };
  }, []);
  const leave = useCallback(() => {
    anchor.current = null;
    setSelected(null);
  }, []);

  const { list } = shown;
  const counted = useRef(list);
  useEffect(() => {
    if (counted.current !== list) setSelected((known) => (known?.counted ? NONE : known));
    counted.current = list;
  }, [list]);

  const selecting = selected !== null;
  const { all } = change;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (document.querySelector('dialog[open], :popover-open')) return;
      if (event.key === 'Escape' && selecting) leave();
      if (!isSelectAll(event) || latest.current.ids.length === 0) return;
      const { activeElement } = document;
      const onBoard = activeElement?.closest('.board') && !isField(activeElement);
      // When the focused control disappears, the focus moves to `body`.
      if (!onBoard && !(selecting && activeElement === document.body)) return;
      event.preventDefault();
      all();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [selecting, leave, all]);
  return { selected, counting, ...change, leave };
}

/** Items between two list entries, both included; only `to` if `from` isn't in the list. */
export function rangeOf(list: readonly string[], from: string | null, to: string): string[] {
  const [one, other] = [from === null ? -1 : list.indexOf(from), list.indexOf(to)];
  if (one < 0 || other < 0) return [to];
  return list.slice(Math.min(one, other), Math.max(one, other) + 1);
}

const isSelectAll = ({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent) =>
  key.toLowerCase() === 'a' && (ctrlKey || metaKey) && !shiftKey && !altKey;

/** Elements that handle key presses themselves. */
const isField = (element: Element) => element.matches('input:not([type=checkbox]), textarea, select');
