import type { NewApiTokenAnswer } from '../../modules/auth/contract/tokens.ts';
import { api, Refusal } from '../../modules/kit/browser/api.ts';
import { m } from '../../modules/kit/texts/m.ts';
import { copyText } from '../browser/copy-text.ts';
import { openProof } from '../browser/proof.ts';
import { confirmed } from '../ui/dialogs.ts';

/** Creating and revoking API tokens in Settings. */
const card = document.querySelector<HTMLElement>('[data-tokens]');
const part = <E extends HTMLElement>(name: string) => card?.querySelector<E>(`[data-${name}]`) ?? null;

part<HTMLFormElement>('add-token')?.addEventListener('submit', (event) => {
  event.preventDefault();
  const form = event.currentTarget as HTMLFormElement;
  void once(form.querySelector('button'), () => create(new FormData(form)));
});
card?.addEventListener('click', (event) => {
  const revoked = (event.target as Element).closest<HTMLButtonElement>('[data-revoke-token]');
  if (revoked) void once(revoked, () => revoke(revoked));
});
part('token-copy')?.addEventListener('click', copy);
part('token-done')?.addEventListener('click', reload);
// Opened again after a proof of identity.
const form = part<HTMLDetailsElement>('token-form');
if (form && new URLSearchParams(location.search).get('resume') === card?.id) form.open = true;

async function create(fields: FormData) {
  const asked = {
    name: fields.get('name'),
    scopes: fields.getAll('scopes'),
    days: Number(fields.get('days')),
  };
  const { token } = await api<NewApiTokenAnswer>('POST', '/api/tokens', asked);
  const field = part<HTMLInputElement>('token-value');
  const shown = part('token-new');
  if (!field || !shown) return;
  field.value = token;
  shown.hidden = false;
  if (form) form.hidden = true;
  field.focus();
  field.select();
}

async function revoke({ dataset }: HTMLElement) {
  const name = dataset.name ?? '';
  if (!('over' in dataset) && !(await confirmed(m.web_token_revoke({ name })))) return;
  await api('DELETE', `/api/tokens/${encodeURIComponent(dataset.revokeToken ?? '')}`);
  reload();
}

async function copy() {
  const label = part('token-copy')?.querySelector('span');
  if (label && (await copyText(part<HTMLInputElement>('token-value')?.value ?? '')))
    label.textContent = m.web_copied();
}

/** Without the address's parameters, which would open the form again. */
function reload() {
  history.replaceState(null, '', location.pathname);
  location.reload();
}

/** Runs the action unless it is already running, and shows what went wrong. */
async function once(button: HTMLButtonElement | null, work: () => Promise<void>) {
  if (!button || button.ariaDisabled === 'true') return;
  button.ariaDisabled = 'true';
  const place = part('token-error');
  if (place) place.hidden = true;
  try {
    await work();
  } catch (error) {
    if (error instanceof Refusal && error.reauthenticate) openProof(card?.dataset.tokens ?? '/settings');
    else if (place) {
      place.textContent = faultText(error);
      place.hidden = false;
    }
  } finally {
    button.ariaDisabled = null;
  }
}

function faultText(error: unknown): string {
  if (error instanceof Refusal && error.message) return error.message;
  console.warn('The API tokens could not be changed.', error);
  return m.web_token_failed();
}
