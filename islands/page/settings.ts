import type { UrlAnswer } from '../../modules/billing/contract/schemas.ts';
import { api, request } from '../../modules/kit/browser/api.ts';
import type { AccessAnswer } from '../../modules/stream/contract/schemas.ts';
import { oneAtATime } from '../browser/one-at-a-time.ts';
import { announceSignOut, dropPersonData } from '../browser/person-data.ts';
import { portalText } from '../browser/portal-text.ts';
import { askFirst } from '../browser/proof.ts';
import { describeUsage } from '../browser/usage.ts';
import { showAlert } from '../ui/dialogs.ts';

/** Keeps usage current on the settings page, and opens the billing portal. */
const usage = document.querySelector<HTMLElement>('[data-usage]');
if (usage) {
  const refresh = oneAtATime(() => refreshUsage(usage));
  void refresh();
  window.addEventListener('focus', refresh);
}

document.querySelector('[data-manage-billing]')?.addEventListener('click', (event) => {
  void openBillingPortal(event.currentTarget as HTMLButtonElement);
});

// Actions that need a fresh proof of identity ask for it before they send anything; the server checks in any case.
for (const kind of ['submit', 'click']) {
  document.addEventListener(kind, (event) => {
    const target = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-proof]') : null;
    if (target instanceof HTMLFormElement && kind === 'submit')
      askFirst(event, target, () => ('signsOut' in target.dataset ? void endLogin(target) : target.submit()));
    if (target instanceof HTMLAnchorElement && kind === 'click') {
      askFirst(event, target, () => location.assign(target.href));
    }
  });
}
resumeForm();

async function refreshUsage(panel: HTMLElement) {
  try {
    showUsage(panel, await api<Partial<AccessAnswer> | null>('GET', '/api/stream/check-access'));
  } catch (error) {
    console.warn('The usage could not be read.', error);
  }
}

function showUsage(panel: HTMLElement, access: Partial<AccessAnswer> | null) {
  const text = access && describeUsage(access, 'sellsPlans' in panel.dataset);
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
  // Not `disabled`, which would lose the focus.
  if (button.ariaDisabled === 'true') return;
  button.ariaDisabled = 'true';
  try {
    const answer = await api<Partial<UrlAnswer> | null>('POST', '/api/stripe/create-portal-session');
    if (!answer?.url) throw new SyntaxError();
    location.assign(answer.url);
  } catch (error) {
    await showAlert(portalText(error));
  } finally {
    button.ariaDisabled = null;
  }
}

/** Signs out all tabs once the login has ended. If the server refuses, submits the form normally to show its page. */
async function endLogin(form: HTMLFormElement) {
  const answer = await request('POST', form.action, new FormData(form)).catch(() => null);
  if (!answer?.redirected || new URL(answer.url).pathname !== '/') return form.submit();
  dropPersonData();
  announceSignOut();
  location.assign('/');
}

/** Returns to the form that the person was using before proving who they are. */
function resumeForm() {
  const form = document.getElementById(new URLSearchParams(location.search).get('resume') ?? '');
  form?.scrollIntoView({ block: 'center' });
  const first = form?.querySelector<HTMLElement>('input:not([type=hidden])') ?? form?.querySelector('button');
  first?.focus();
}
