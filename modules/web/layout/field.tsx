import type { ReactNode } from 'react';

interface FieldProps {
  id: string;
  label: ReactNode;
  hint?: string;
  /** Replaces the hint. */
  fault?: string | undefined;
  children: (about: { id: string; 'aria-describedby'?: string; 'aria-invalid'?: true }) => ReactNode;
}

/** An input of a form that works without script, with its label and what is wrong with it. */
export function Field({ id, label, hint, fault, children }: FieldProps) {
  const note = fault ?? hint;
  return (
    <>
      <label className="label" htmlFor={id}>
        {label}
      </label>
      {children({
        id,
        ...(note !== undefined && { 'aria-describedby': `${id}-note` }),
        ...(fault !== undefined && { 'aria-invalid': true as const }),
      })}
      {note !== undefined && (
        <p
          id={`${id}-note`}
          className={fault === undefined ? 'field-hint' : 'field-error'}
          role={fault === undefined ? undefined : 'alert'}
        >
          {note}
        </p>
      )}
    </>
  );
}
