import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { SelectionAnswer } from '../../../modules/dreams/selection-schemas.ts';

/** Some dreams, or all of a list as the server has counted it but for some: far more than the board has read. */
export interface Selected {
  /** the selected ones; of a list that was counted, those that are not */
  ids: ReadonlySet<string>;
  counted: SelectionAnswer | null;
}

interface Shown {
  /** ids of all dreams on the board, in their order */
  ids: readonly string[];
  /** whether the board has read all of the list */
  complete: boolean;
  /** names the list; another one has nothing of what was counted in this one */
  list: string;
  /** of the list, and not to be selected: its tile is another one's */
  except: readonly string[];
  /** Counts the list; null when that failed, and was shown. */
  count(): Promise<SelectionAnswer | null>;
}

const NONE: Selected = { ids: new Set(), counted: null };

export const isSelected = (selected: Selected | null, id: string): boolean =>
  selected !== null && selected.ids.has(id) === (selected.counted === null);

/** Which dreams are selected; null outside of the selection mode. */
export function useSelection(shown: Shown) {
  const [selected, setSelected] = useState<Selected | null>(null);
  const [counting, setCounting] = useState(false);
  /** from where a range reaches: the last one that was selected by itself */
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
      /** Selects all from the last one that was selected to this one. */
      extendTo(id: string) {
        const range = rangeOf(latest.current.ids, anchor.current, id);
        if (range.length === 1) anchor.current = id;
        setSelected((known) => {
          const ids = new Set(known?.ids);
          for (const one of range) known?.counted ? ids.delete(one) : ids.add(one);
          return { ids, counted: known?.counted ?? null };
        });
      },
      /** All of the list, what was not read yet included. */
      all() {
        if (latest.current.complete) setSelected({ ids: new Set(latest.current.ids), counted: null });
        else void countAll();
      },
      /** None is selected, and selecting goes on. */
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
      // A focus that was on a control that is gone is on the page as a whole.
      if (!onBoard && !(selecting && activeElement === document.body)) return;
      event.preventDefault();
      all();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [selecting, leave, all]);
  return { selected, counting, ...change, leave };
}

/** Items between two of a list, both included; only the second where the first is not in it. */
export function rangeOf(list: readonly string[], from: string | null, to: string): string[] {
  const [one, other] = [from === null ? -1 : list.indexOf(from), list.indexOf(to)];
  if (one < 0 || other < 0) return [to];
  return list.slice(Math.min(one, other), Math.max(one, other) + 1);
}

const isSelectAll = ({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent) =>
  key.toLowerCase() === 'a' && (ctrlKey || metaKey) && !shiftKey && !altKey;

/** Elements in which keys belong to what is typed or chosen. */
const isField = (element: Element) => element.matches('input:not([type=checkbox]), textarea, select');
