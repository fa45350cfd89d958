interface Button {
  label: string;
  /** what the dialog answers when it is pressed */
  value: string;
  primary?: boolean;
}

/** Says something that must be read before anything else goes on; resolves when it was. */
export async function showAlert(text: string): Promise<void> {
  await ask(text, [{ label: 'OK', value: 'yes', primary: true }]);
}

/** Asks for a yes before something that can't be undone; Escape and Cancel mean no. */
export async function confirmed(text: string): Promise<boolean> {
  const answer = await ask(text, [
    { label: 'Cancel', value: '' },
    { label: 'OK', value: 'yes', primary: true },
  ]);
  return answer === 'yes';
}

/** Asks for a yes that is written out, before something that others would miss; Escape and Cancel mean no. */
export async function confirmedInWords(text: string, words: string): Promise<boolean> {
  const field = document.createElement('input');
  field.className = 'field';
  field.autocomplete = 'off';
  field.setAttribute('aria-label', `Type “${words}”`);
  const answer = await ask(
    text,
    [
      { label: 'Cancel', value: '' },
      { label: 'OK', value: 'yes', primary: true },
    ],
    { field, isFilled: () => field.value.trim().toLowerCase() === words },
  );
  return answer === 'yes';
}

/**
 * A dialog that blocks the page until a button, or Escape, closes it; answers that button's value.
 * @param asked to write in, above the buttons; until it is filled the primary one is off
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
