import { useCallback, useEffect, useState } from 'react';
import type { UserRow } from '../../../modules/admin/contract/people/people.ts';

export type Selection = ReturnType<typeof useSelection>;

/** Selected users on all pages, kept in sync with the list's rows, since a role may have changed. */
export function useSelection(listed: readonly UserRow[]) {
  const [selected, setSelected] = useState<ReadonlyMap<string, UserRow>>(new Map());
  useEffect(() => {
    setSelected((before) => {
      const changed = listed.filter(({ id }) => before.has(id));
      return changed.length > 0
        ? new Map([...before, ...changed.map((row) => [row.id, row] as const)])
        : before;
    });
  }, [listed]);

  return {
    selected,
    hasAll: listed.length > 0 && listed.every(({ id }) => selected.has(id)),
    clear: useCallback(() => setSelected(new Map()), []),
    select(rows: readonly UserRow[], on: boolean): void {
      const next = new Map(selected);
      for (const row of rows) {
        if (on) next.set(row.id, row);
        else next.delete(row.id);
      }
      setSelected(next);
    },
  };
}
