import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { Control } from '../../../modules/protocol/controls.ts';
import { initialState, type StreamState } from '../machine.ts';
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

test('a generator that needs a camera asks for it, unless it is on or there is a start image', () => {
  const camera: Control = {
    ...{ kind: 'video', name: 'camera', label: 'Camera', live: true },
    ...{ width: 640, height: 360, fps: 16, needed: true },
  };
  const start: Control = { kind: 'picture', name: 'picture', label: 'Start', live: false, default: '' };
  const panel = (change: Partial<StreamState>, declared = [camera, start], picture = '', guest = false) => {
    const controls = { declared, values: { picture }, faults: {} };
    const state: StreamState = { ...initialState, phase: 'ready', controls, ...change };
    return renderToStaticMarkup(
      <Overlay state={state} sellsPlans={false} guest={guest} staying onReopen={() => {}} />,
    );
  };
  expect(panel({})).toContain('Turn on your camera');
  expect(panel({}, [camera, start], '', true)).toContain('Only people with an account can use a camera');
  const on: StreamState['camera'] = { type: 'video', name: 'camera', on: true, source: 'screen' };
  for (const without of [
    panel({ camera: on }),
    panel({}, [camera, start], 'picture:1'),
    panel({}, [{ ...camera, needed: undefined }]),
  ])
    expect(without).toContain('What will you dream?');
  expect(panel({ camera: { ...on, on: false } })).toContain('Turn on your camera');
  expect(panel({ hasFrame: true })).toBe('');
});
