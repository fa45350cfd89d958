import { api, Refusal } from './api.ts';

/** Goes on at once where the person proved lately who they are, and leads through the proof otherwise. */
export async function askFirst(event: Event, asked: HTMLElement, goOn: () => void) {
  event.preventDefault();
  if (await isProven()) goOn();
  else openProof(asked.dataset.proof ?? '/settings');
}

/** A call that fails in any other way is left to the server, which asks again. */
async function isProven(): Promise<boolean> {
  try {
    await api('GET', '/api/auth/proof');
    return true;
  } catch (error) {
    return !(error instanceof Refusal && error.reauthenticate);
  }
}

/** Opens the dialog with the ways to prove it; each leads on to `next`. */
export function openProof(next: string) {
  const dialog = document.querySelector<HTMLDialogElement>('#confirm-dialog');
  if (!dialog) return;
  for (const input of dialog.querySelectorAll<HTMLInputElement>('input[name=next]')) input.value = next;
  for (const link of dialog.querySelectorAll<HTMLAnchorElement>('a[data-confirm-way]')) {
    link.href = `/auth/provider?confirm&next=${encodeURIComponent(next)}`;
  }
  for (const button of dialog.querySelectorAll<HTMLElement>('[data-present-passkey]')) {
    button.dataset.presentPasskey = next;
  }
  dialog.showModal();
}
