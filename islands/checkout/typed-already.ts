import type { CheckoutForm } from '../../modules/billing/schemas.ts';

/**
 * Fields of the server's form when the script arrives: typed in the meantime, or put back by the browser for a person
 * who returned. Null where there is no page yet.
 */
export function typedAlready(): Partial<CheckoutForm> | null {
  const form = globalThis.document?.querySelector<HTMLFormElement>('form[data-checkout]');
  return form ? Object.fromEntries(new FormData(form)) : null;
}
