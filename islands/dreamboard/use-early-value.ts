import { type RefObject, useEffect, useRef } from 'react';

/** Hears of what was typed or chosen in a field before its script had come: React leaves it there without knowing it. */
export function useEarlyValue(
  field: RefObject<HTMLInputElement | HTMLSelectElement | null>,
  value: string,
  onValue: (value: string) => void,
) {
  const first = useRef({ value, onValue });
  useEffect(() => {
    const early = field.current?.value;
    if (early !== undefined && early !== first.current.value) first.current.onValue(early);
  }, [field]);
}
