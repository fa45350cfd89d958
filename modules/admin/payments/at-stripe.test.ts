import Stripe from 'stripe';
import { expect, test } from 'vitest';
import { createLog } from '../../kit/log.ts';
import { inLocale } from '../../kit/texts/locale.ts';
import { atStripe } from './at-stripe.ts';

test('an unreachable Stripe is reported in the operator’s language, without the library’s words', async () => {
  const message = 'An error occurred with our connection to Stripe. Request was retried 1 times.';
  const fault = (error: Error) =>
    inLocale('de', () => atStripe(createLog('error'), () => Promise.reject(error))).catch(
      (thrown: Error) => thrown.message,
    );
  expect(await fault(new Stripe.errors.StripeConnectionError({ message } as never))).toBe(
    'Der Zahlungsdienst ist gerade nicht erreichbar. Bitte versuch es noch einmal.',
  );
  expect(await fault(new Error('Not today.'))).toBe('Bei Stripe ging das nicht: Not today.');
});
