import { useEffect, useState } from 'react';
import { readSort, SORT_KEY, type Sort } from '../../modules/dreams/contract/sort.ts';

/** The selected order. Local storage is authoritative; the cookie passes it to the server. */
export function useSort(initial: Sort): [Sort, (sort: Sort) => void] {
  const [sort, setSort] = useState(initial);
  useEffect(() => {
    try {
      const stored = localStorage.getItem(SORT_KEY);
      if (!stored) return;
      setSort(readSort(stored));
      mirror(readSort(stored));
    } catch {
      // Storage is disabled; keep the order from the cookie.
    }
  }, []);
  const choose = (next: Sort) => {
    setSort(next);
    try {
      localStorage.setItem(SORT_KEY, next);
    } catch {
      // Storage is disabled; the cookie still keeps the order.
    }
    mirror(next);
  };
  return [sort, choose];
}

function mirror(sort: Sort) {
  // biome-ignore lint/suspicious/noDocumentCookie: not every browser supports the Cookie Store API yet
  document.cookie = `${SORT_KEY}=${sort}; Path=/; Max-Age=31536000; SameSite=Lax`;
}
