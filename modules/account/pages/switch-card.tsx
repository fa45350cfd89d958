import type { ReactNode } from 'react';

interface SwitchCardProps {
  /** Prefix for the ids of its elements. */
  id: string;
  title: string;
  action: string;
  /** The form's field, with the value that the switch changes to. */
  field: { name: string; value: 'yes' | 'no' };
  isOn: boolean;
  label: string;
  children: ReactNode;
}

/** A two-state setting whose switch works without script. */
export function SwitchCard({ id, title, action, field, isOn, label, children }: SwitchCardProps) {
  return (
    <section className="card" aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{title}</h2>
      <form className="switch-line" method="post" action={action}>
        <input type="hidden" {...field} />
        <button
          type="submit"
          className="icon-button"
          role="switch"
          aria-checked={isOn}
          aria-labelledby={`${id}-label`}
        >
          <span className="switch" aria-hidden="true" />
        </button>
        <p>
          <span id={`${id}-label`}>{label}</span>
          <small>{children}</small>
        </p>
      </form>
    </section>
  );
}
