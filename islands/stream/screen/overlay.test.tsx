import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { StreamState } from '../machine.ts';
import { Overlay } from './overlay.tsx';

test('the limit panel links to plans only if plans are sold', () => {
  const state = { phase: 'limit', message: 'Subscribe to continue!' } as StreamState;
  const panel = (sellsPlans: boolean, guest = false) =>
    renderToStaticMarkup(
      <Overlay state={state} sellsPlans={sellsPlans} guest={guest} staying onReopen={() => {}} />,
    );
  expect(panel(true)).toContain('href="/checkout">Upgrade Account');
  expect(panel(false)).not.toContain('/checkout');
  expect(panel(true, true)).toMatch(/href="\/auth\/signin\?next=[^"]+">Sign in to keep it/);
  expect(panel(true, true)).not.toContain('/checkout');
  expect(panel(false)).toContain('href="/dreamboard">Back to Dreamboard');
});
