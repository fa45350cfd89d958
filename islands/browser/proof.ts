import { api, Refusal } from '../../modules/kit/browser/api.ts';

/** Continues at once if the person has recently proved who they are; otherwise asks for the proof first. */
export async function askFirst(event: Event, asked: HTMLElement, goOn: () => void) {
  event.preventDefault();
  if (await isProven()) goOn();
  else openProof(asked.dataset.proof ?? '/settings');
}

/** Any other failure counts as proven; the server checks again anyway. */
async function isProven(): Promise<boolean> {
  try {
    await api('GET', '/api/auth/proof');
    return true;
  } catch (error) {
    return !(error instanceof Refusal && error.reauthenticate);
  }
}

/** Opens the dialog with the ways to prove who you are; each continues to `next`. */
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
