import { useCallback, useEffect, useState } from 'react';

/** Which dreams are selected; null outside of the selection mode. */
export function useSelection() {
  const [selected, setSelected] = useState<ReadonlySet<string> | null>(null);
  const toggle = useCallback((id: string) => {
    setSelected((known) => {
      const next = new Set(known);
      if (!next.delete(id)) next.add(id);
      return next;
    });
  }, []);
  const start = useCallback(() => setSelected(new Set()), []);
  const leave = useCallback(() => setSelected(null), []);

  const selecting = selected !== null;
  useEffect(() => {
    if (!selecting) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !document.querySelector('dialog[open]')) leave();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [selecting, leave]);
  return { selected, toggle, start, leave };
}
