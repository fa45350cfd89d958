import { type RefObject, useEffect, useRef } from 'react';

/** Picks up a value entered before hydration, which React leaves in the field without reporting it. */
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
