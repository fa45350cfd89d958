import { type ReactNode, useId } from 'react';

interface SwitchLineProps {
  label: string;
  hint: ReactNode;
  isOn: boolean;
  isBusy: boolean;
  onFlip: () => void;
}

/** A switch with its label and what it does. */
export function SwitchLine({ label, hint, isOn, isBusy, onFlip }: SwitchLineProps) {
  const id = useId();
  return (
    <div className="switch-line">
      <button
        type="button"
        className="icon-button"
        role="switch"
        aria-checked={isOn}
        // `disabled` would lose the focus.
        aria-disabled={isBusy}
        aria-labelledby={id}
        onClick={onFlip}
      >
        <span className="switch" aria-hidden="true" />
      </button>
      <p>
        <span id={id}>{label}</span>
        <small>{hint}</small>
      </p>
    </div>
  );
}
