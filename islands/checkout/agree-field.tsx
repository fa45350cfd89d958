import type { MouseEvent } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';

/** The agreement; its links open the texts over the page, or in a tab of their own where there is no script. */
export function AgreeField({ field }: { field: UseFormRegisterReturn }) {
  return (
    <label className="check">
      <input {...field} type="checkbox" value="yes" required />
      <span>
        I agree to the <LegalLink name="terms" text="Terms of Service" /> and the{' '}
        <LegalLink name="privacy" text="Privacy Policy" />
      </span>
    </label>
  );
}

function LegalLink({ name, text }: { name: 'terms' | 'privacy'; text: string }) {
  const open = (event: MouseEvent) => {
    const dialog = document.getElementById(`${name}-dialog`);
    if (!(dialog instanceof HTMLDialogElement)) return;
    event.preventDefault();
    // A press beside its content meets the dialog itself. `closedby` would do, but not every browser has it.
    // A handler that answers false would take away what a press does by itself: the close button, links in the text.
    dialog.onclick = ({ target }) => {
      if (target === dialog) dialog.close();
    };
    dialog.showModal();
  };
  return (
    <a href={`/${name}`} target="_blank" rel="noreferrer" aria-haspopup="dialog" onClick={open}>
      {text}
    </a>
  );
}
