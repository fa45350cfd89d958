import { useEffect, useState } from 'react';
import { readSort, SORT_KEY, type Sort } from '../../modules/dreams/shared/sort.ts';

/** The chosen order: local storage is the choice, the cookie sends it to the server. */
export function useSort(initial: Sort): [Sort, (sort: Sort) => void] {
  const [sort, setSort] = useState(initial);
  useEffect(() => {
    try {
      const stored = localStorage.getItem(SORT_KEY);
      if (!stored) return;
      setSort(readSort(stored));
      mirror(readSort(stored));
    } catch {
      // Storage is off: the cookie's choice holds.
    }
  }, []);
  const choose = (next: Sort) => {
    setSort(next);
    try {
      localStorage.setItem(SORT_KEY, next);
    } catch {
      // As above.
    }
    mirror(next);
  };
  return [sort, choose];
}

function mirror(sort: Sort) {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser yet
  document.cookie = `${SORT_KEY}=${sort}; Path=/; Max-Age=31536000; SameSite=Lax`;
}
