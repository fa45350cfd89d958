import type { MouseEvent, ReactNode } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { m } from '../../modules/kit/texts/m.ts';

/** The agreement checkbox. Its links open the texts in a dialog, or in a new tab without script. */
export function AgreeField({ field }: { field: UseFormRegisterReturn }) {
  return (
    <label className="check">
      <input {...field} type="checkbox" value="yes" required />
      <span>
        {m.billing_checkout_agree({
          terms: (words) => <LegalLink name="terms" text={words} />,
          privacy: (words) => <LegalLink name="privacy" text={words} />,
        })}
      </span>
    </label>
  );
}

function LegalLink({ name, text }: { name: 'terms' | 'privacy'; text: ReactNode }) {
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
