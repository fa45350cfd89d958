import type { CheckoutForm } from '../../modules/billing/schemas.ts';

/**
 * What the server's form holds when the script arrives: typed in the meantime, or put back by the browser for
 * somebody who returned. Null where there is no page yet.
 */
export function typedAlready(): Partial<CheckoutForm> | null {
  const form = globalThis.document?.querySelector<HTMLFormElement>('form[data-checkout]');
  return form ? Object.fromEntries(new FormData(form)) : null;
}
