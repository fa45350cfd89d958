import { m } from '../../modules/kit/texts/m.ts';
import { copyText } from '../browser/copy-text.ts';

const COPIED_MS = 2_000;

/** Copy buttons; hidden without scripts. */
for (const button of document.querySelectorAll<HTMLButtonElement>('button[data-copy]')) {
  const label = button.firstElementChild ?? button;
  const before = label.textContent;
  let timer: ReturnType<typeof setTimeout> | undefined;
  button.hidden = false;
  button.addEventListener('click', async () => {
    if (!(await copyText(button.dataset.copy ?? ''))) return;
    label.textContent = m.web_copied();
    clearTimeout(timer);
    timer = setTimeout(() => {
      label.textContent = before;
    }, COPIED_MS);
  });
}
