import { m } from '../../modules/kit/texts/m.ts';

interface Button {
  label: string;
  /** Result of the dialog when this button is pressed. */
  value: string;
  primary?: boolean;
}

/** Shows a message that must be acknowledged; resolves when it is. */
export async function showAlert(text: string): Promise<void> {
  await ask(text, [{ label: m.web_ok(), value: 'yes', primary: true }]);
}

/** Asks for confirmation before something that can't be undone; Escape and Cancel mean no. */
export async function confirmed(text: string): Promise<boolean> {
  const answer = await ask(text, [
    { label: m.web_cancel(), value: '' },
    { label: m.web_ok(), value: 'yes', primary: true },
  ]);
  return answer === 'yes';
}

/** Asks to type a confirmation before something that affects others; Escape and Cancel mean no. */
export async function confirmedInWords(text: string, words: string): Promise<boolean> {
  const field = document.createElement('input');
  field.className = 'field';
  field.autocomplete = 'off';
  field.setAttribute('aria-label', m.web_dialog_type({ words }));
  const answer = await ask(
    text,
    [
      { label: m.web_cancel(), value: '' },
      { label: m.web_ok(), value: 'yes', primary: true },
    ],
    { field, isFilled: () => field.value.trim().toLowerCase() === words },
  );
  return answer === 'yes';
}

/**
 * A modal dialog that returns the value of the pressed button, or of Escape.
 * @param asked a field above the buttons; the primary button stays disabled until it is filled in
 */
function ask(
  text: string,
  buttons: Button[],
  asked?: { field: HTMLInputElement; isFilled: () => boolean },
): Promise<string> {
  const dialog = document.createElement('dialog');
  dialog.className = 'dialog';
  dialog.setAttribute('role', 'alertdialog');
  const words = document.createElement('p');
  words.id = 'dialog-text';
  words.textContent = text;
  dialog.setAttribute('aria-labelledby', words.id);
  const actions = document.createElement('div');
  actions.className = 'dialog-actions';
  for (const { label, value, primary } of buttons) {
    const button = document.createElement('button');
    button.className = primary ? 'button button-primary' : 'button';
    button.textContent = label;
    button.addEventListener('click', () => dialog.close(value));
    if (primary && asked) {
      button.disabled = true;
      asked.field.addEventListener('input', () => {
        button.disabled = !asked.isFilled();
      });
    }
    actions.append(button);
  }
  dialog.append(words, ...(asked ? [asked.field] : []), actions);
  document.body.append(dialog);
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener('close', () => {
      dialog.remove();
      resolve(dialog.returnValue);
    });
  });
}
