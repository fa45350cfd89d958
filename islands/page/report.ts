import { api, failureText } from '../browser/api.ts';

/** The Report link under a shared dream. */
const dialog = document.querySelector<HTMLDialogElement>('dialog[data-report]');
const form = dialog?.querySelector('form');
const fault = dialog?.querySelector<HTMLElement>('[data-report-fault]');
const done = dialog?.querySelector<HTMLElement>('[data-report-done]');

document.querySelector('[data-report-open]')?.addEventListener('click', () => dialog?.showModal());
for (const button of dialog?.querySelectorAll('[data-report-close]') ?? []) {
  button.addEventListener('click', () => dialog?.close());
}
form?.addEventListener('submit', (event) => {
  event.preventDefault();
  void send();
});

async function send() {
  const button = form?.querySelector<HTMLButtonElement>('[type=submit]');
  if (!dialog?.dataset.report || !form || !fault || !done || !button || button.disabled) return;
  const given = new FormData(form);
  fault.textContent = '';
  button.disabled = true;
  try {
    const report = { reason: given.get('reason'), message: given.get('message') || null };
    await api('POST', dialog.dataset.report, report);
    form.hidden = true;
    done.hidden = false;
  } catch (error) {
    fault.textContent = failureText(error, 'The report could not be sent. Please try again.');
  } finally {
    button.disabled = false;
  }
}
