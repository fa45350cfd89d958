import { useEffect, useRef, useState } from 'react';
import { copyText } from '../browser/copy-text.ts';

const COPIED_MS = 2_000;

/** Copies text; `copied` is true for two seconds after the last copy. `copy` resolves to whether it worked. */
export function useCopy() {
  const [copied, setCopied] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const copy = async (text: string): Promise<boolean> => {
    if (!(await copyText(text))) return false;
    setCopied(true);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setCopied(false), COPIED_MS);
    return true;
  };
  return { copied, copy };
}
