/** Goes on at once where the person proved lately who they are, and leads through the proof otherwise. */
export async function askFirst(event: Event, asked: HTMLElement, goOn: () => void) {
  event.preventDefault();
  if (await isProven()) goOn();
  else openProof(asked.dataset.proof ?? '/settings');
}

/** A call that could not be made is left to the server, which asks again. */
async function isProven(): Promise<boolean> {
  const answer = await fetch('/api/auth/proof', { cache: 'no-store' }).catch(() => null);
  return answer === null || !(await needsProof(answer));
}

/** Whether a call was refused for want of a fresh proof. */
export async function needsProof(answer: Response): Promise<boolean> {
  if (answer.status !== 403) return false;
  const body = (await answer
    .clone()
    .json()
    .catch(() => ({}))) as { reauthenticate?: unknown };
  return body.reauthenticate === true;
}

/** Opens the dialog with the ways to prove it; each leads on to `next`. */
export function openProof(next: string) {
  const dialog = document.querySelector<HTMLDialogElement>('#confirm-dialog');
  if (!dialog) return;
  for (const input of dialog.querySelectorAll<HTMLInputElement>('input[name=next]')) input.value = next;
  for (const link of dialog.querySelectorAll<HTMLAnchorElement>('a[data-confirm-way]')) {
    link.href = `/auth/provider?confirm&next=${encodeURIComponent(next)}`;
  }
  dialog.showModal();
}
