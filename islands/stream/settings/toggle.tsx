import { useId } from 'react';

interface ToggleProps {
  label: string;
  hint?: string | undefined;
  on: boolean;
  disabled?: boolean;
  onChange: (on: boolean) => void;
}

export function Toggle({ label, hint, on, disabled, onChange }: ToggleProps) {
  const id = useId();
  return (
    <button
      type="button"
      role="switch"
      className="toggle"
      aria-checked={on}
      aria-labelledby={`${id}-label`}
      aria-describedby={hint ? `${id}-hint` : undefined}
      disabled={disabled}
      onClick={() => onChange(!on)}
    >
      <span>
        <span id={`${id}-label`}>{label}</span>
        {hint && <small id={`${id}-hint`}>{hint}</small>}
      </span>
      <span className="switch" aria-hidden="true" />
    </button>
  );
}
