import { expect, test } from 'vitest';
import { AT_REST, heldValue, readHeld } from './steering.ts';

test('what is held has one form, however it is written, and returns from it', () => {
  const held = { axes: { zoom: -1.7, pan: 0.49, walk: 0.01 }, buttons: ['jump', 'home', 'jump'] };
  expect(heldValue(held)).toBe('steer:pan:0.5 zoom:-1 home jump');
  expect(readHeld(heldValue(held))).toEqual({ axes: { pan: 0.5, zoom: -1 }, buttons: ['home', 'jump'] });
  expect(heldValue({ axes: { pan: Number.NaN }, buttons: [] })).toBe(AT_REST);
  expect(readHeld(AT_REST)).toEqual({ axes: {}, buttons: [] });
});

test.each([
  'pan:1',
  'steer:pan:2',
  'steer:pan:NaN',
  'steer:pan:1e9',
  'steer:__proto__:1',
  'steer:Pan:1',
  `steer:${'a '.repeat(25)}`,
  `steer:${'a'.repeat(2000)}`,
  7,
  null,
])('%j is nothing that can be held', (value) => {
  expect(readHeld(value)).toBeNull();
});
