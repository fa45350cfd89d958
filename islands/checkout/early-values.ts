import type { CheckoutForm } from '../../modules/billing/contract/schemas.ts';

/**
 * Values in the server-rendered form at hydration: typed before the script loaded, or restored by the browser. Null
 * during server rendering.
 */
export function earlyValues(): Partial<CheckoutForm> | null {
  const form = globalThis.document?.querySelector<HTMLFormElement>('form[data-checkout]');
  return form ? Object.fromEntries(new FormData(form)) : null;
}
