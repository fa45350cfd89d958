import type { AccessAnswer } from '../modules/stream/schemas.ts';
import { showAlert } from './dialogs.ts';
import { askFirst } from './proof.ts';
import { describeUsage } from './usage.ts';

/** What the settings page does beyond its forms: usage that stays true, and the way to the billing portal. */
const usage = document.querySelector<HTMLElement>('[data-usage]');
if (usage) {
  void refreshUsage(usage);
  window.addEventListener('focus', () => void refreshUsage(usage));
}

document.querySelector('[data-manage-billing]')?.addEventListener('click', (event) => {
  void openBillingPortal(event.currentTarget as HTMLButtonElement);
});

// What needs a fresh proof of who this is: asked before anything is sent, the server decides in any case.
for (const kind of ['submit', 'click']) {
  document.addEventListener(kind, (event) => {
    const target = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-proof]') : null;
    if (target instanceof HTMLFormElement && kind === 'submit')
      askFirst(event, target, () => target.submit());
    if (target instanceof HTMLAnchorElement && kind === 'click') {
      askFirst(event, target, () => location.assign(target.href));
    }
  });
}
resumeForm();

async function refreshUsage(panel: HTMLElement) {
  try {
    const answer = await fetch('/api/stream/check-access');
    if (!answer.ok) throw new Error(`HTTP error! status: ${answer.status}`);
    showUsage(panel, (await answer.json()) as AccessAnswer);
  } catch (error) {
    console.warn('The usage could not be read.', error);
  }
}

function showUsage(panel: HTMLElement, access: AccessAnswer) {
  const text = describeUsage(access);
  if (!text) return;
  panel.dataset.warn = String(text.warns);
  const put = (name: string, words: string) => {
    const place = panel.querySelector(`[data-usage-${name}]`);
    if (place) place.textContent = words;
  };
  put('label', text.label);
  put('figure', text.figure);
  put('note', text.note);
  const bar = panel.querySelector('progress');
  if (!bar) return;
  bar.max = text.max;
  bar.value = text.value;
}

async function openBillingPortal(button: HTMLButtonElement) {
  // Not `disabled`, which would take the focus away.
  if (button.ariaDisabled === 'true') return;
  button.ariaDisabled = 'true';
  try {
    const answer = await fetch('/api/stripe/create-portal-session', { method: 'POST' });
    const body = (await answer.json().catch(() => ({}))) as { url?: string; error?: string };
    if (!answer.ok) throw new Error(body.error || `HTTP error! status: ${answer.status}`);
    if (!body.url) throw new Error('No portal URL received');
    location.assign(body.url);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    await showAlert(`Unable to access billing portal: ${message}. Please try again.`);
  } finally {
    button.ariaDisabled = null;
  }
}

/** Brings a person who comes back from the proof to what they were doing. */
function resumeForm() {
  const form = document.getElementById(new URLSearchParams(location.search).get('resume') ?? '');
  form?.scrollIntoView({ block: 'center' });
  const first = form?.querySelector<HTMLElement>('input:not([type=hidden])') ?? form?.querySelector('button');
  first?.focus();
}
