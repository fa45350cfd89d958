import type { MouseEvent } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';

/** The agreement checkbox. Its links open the texts in a dialog, or in a new tab without script. */
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
    // Clicks on the backdrop target the dialog itself. `closedby` would do, but isn't supported everywhere. The handler
    // must not return false, which would disable the close button and links in the text.
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
