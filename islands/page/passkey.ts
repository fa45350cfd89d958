import {
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
} from '@simplewebauthn/browser';
import { api, Refusal } from '../../modules/kit/browser/api.ts';
import { m } from '../../modules/kit/texts/m.ts';
import { openProof } from '../browser/proof.ts';
import { confirmed } from '../ui/dialogs.ts';

/** Presenting a passkey, and managing an operator's passkeys in Settings. */
const card = document.querySelector<HTMLElement>('[data-passkeys]');

document.addEventListener('click', (event) => {
  const target = event.target instanceof Element ? event.target : null;
  const present = target?.closest<HTMLButtonElement>('[data-present-passkey]');
  if (present) void once(present, () => presentKey(present.dataset.presentPasskey ?? '/'));
  const remove = target?.closest<HTMLButtonElement>('[data-remove-passkey]');
  if (remove) void once(remove, () => removeKey(remove));
});
document.querySelector<HTMLFormElement>('[data-add-passkey]')?.addEventListener('submit', (event) => {
  event.preventDefault();
  const form = event.currentTarget as HTMLFormElement;
  void once(form.querySelector('button'), () => addKey(String(new FormData(form).get('name'))));
});

async function presentKey(next: string) {
  const optionsJSON = await api<PublicKeyCredentialRequestOptionsJSON>('POST', '/api/auth/passkey/options');
  await api('POST', '/api/auth/passkey', { response: await startAuthentication({ optionsJSON }) });
  location.assign(next);
}

async function addKey(name: string) {
  const optionsJSON = await api<PublicKeyCredentialCreationOptionsJSON>('POST', '/api/passkeys/options');
  await api('POST', '/api/passkeys', { name, response: await startRegistration({ optionsJSON }) });
  location.reload();
}

async function removeKey({ dataset }: HTMLElement) {
  const isLast = document.querySelectorAll('[data-remove-passkey]').length === 1;
  const name = dataset.name ?? '';
  const question = isLast ? m.web_passkey_remove_last({ name }) : m.web_passkey_remove({ name });
  if (!(await confirmed(question))) return;
  await api('DELETE', `/api/passkeys/${encodeURIComponent(dataset.removePasskey ?? '')}`);
  location.reload();
}

/** Runs the action unless it is already running, and shows what went wrong. */
async function once(button: HTMLButtonElement | null, work: () => Promise<void>) {
  if (!button || button.ariaDisabled === 'true') return;
  button.ariaDisabled = 'true';
  const place = (button.closest('section, div') ?? document).querySelector('[data-passkey-error]');
  if (place) place.textContent = '';
  try {
    await work();
  } catch (error) {
    if (error instanceof Refusal && error.reauthenticate) openProof(card?.dataset.passkeys ?? '/settings');
    else if (place) place.textContent = faultText(error);
  } finally {
    button.ariaDisabled = null;
  }
}

function faultText(error: unknown): string {
  if (error instanceof Refusal && error.message) return error.message;
  if (!window.isSecureContext) return m.web_passkey_insecure();
  const name = error instanceof Error ? error.name : '';
  if (name === 'InvalidStateError') return m.web_passkey_known();
  if (name === 'NotAllowedError' || name === 'AbortError') return m.web_passkey_none();
  console.warn('The passkey could not be used.', error);
  return m.web_passkey_failed();
}
