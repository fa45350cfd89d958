import type { ConfirmAnswer } from '../../modules/billing/contract/schemas.ts';
import { api } from '../../modules/kit/browser/api.ts';

/** The page after a payment: redirects home after 3 s, or waits until Stripe has confirmed it. */
const REDIRECT_AFTER_MS = 3000;
const ASK_INTERVAL_MS = 3000;
const LONG_AFTER_MS = 30_000;
const GIVE_UP_AFTER_MS = 10 * 60_000;

const redirect = document.querySelector<HTMLElement>('[data-redirect]');
if (redirect) setTimeout(() => location.assign(redirect.dataset.redirect ?? '/'), REDIRECT_AFTER_MS);
if (document.querySelector('[data-waiting]')) void waitForConfirmation();

async function waitForConfirmation() {
  const began = performance.now();
  while (performance.now() - began < GIVE_UP_AFTER_MS) {
    await new Promise((resolve) => setTimeout(resolve, ASK_INTERVAL_MS));
    // On reload the server checks again and shows the result.
    if ((await readStatus()) !== 'waiting') return location.reload();
    if (performance.now() - began > LONG_AFTER_MS) {
      document.querySelector('[data-waiting-long]')?.removeAttribute('hidden');
    }
  }
}

async function readStatus(): Promise<ConfirmAnswer['status']> {
  const sessionId = new URLSearchParams(location.search).get('session_id') ?? undefined;
  try {
    return (await api<ConfirmAnswer>('POST', '/api/stripe/confirm-checkout', { sessionId })).status;
  } catch {
    return 'waiting';
  }
}
