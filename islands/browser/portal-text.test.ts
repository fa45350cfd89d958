import { expect, test } from 'vitest';
import { Refusal } from '../../modules/kit/browser/api.ts';
import { portalText } from './portal-text.ts';

const refusal = (status: number, error?: string) => {
  const headers = status === 503 ? { 'Retry-After': '5' } : {};
  return new Refusal(new Response(null, { status, headers }), { error });
};

test.each([
  [refusal(503, 'It can’t be reached right now. Please try again.'), 'It can’t be reached right now'],
  [refusal(404, 'There is no subscription.'), 'There is no subscription'],
  [refusal(502), 'HTTP error! status: 502'],
  [new SyntaxError(), 'No portal URL received'],
  [new TypeError('Failed to fetch'), 'The server can’t be reached'],
  [new DOMException('signal timed out', 'TimeoutError'), 'The server didn’t respond in time'],
])('a portal that fails to open is reported in two sentences (%s)', (error, reason) => {
  expect(portalText(error)).toBe(`Unable to access billing portal: ${reason}. Please try again.`);
});
