import { useEffect, useRef, useState } from 'react';
import { m } from '../../../modules/kit/texts/m.ts';

const SAID_MS = 5_000;

interface ResetButtonProps {
  disabled: boolean;
  onReset: () => void;
}

/** Clears the assistant's conversation and briefly confirms it. */
export function ResetButton({ disabled, onReset }: ResetButtonProps) {
  const [done, setDone] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const reset = () => {
    onReset();
    setDone(true);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setDone(false), SAID_MS);
  };
  return (
    <>
      <button type="button" className="button button-quiet" disabled={disabled} onClick={reset}>
        {m.stream_reset_button()}
      </button>
      <p className="settings-said" role="status">
        {done && m.stream_reset_done()}
      </p>
    </>
  );
}
