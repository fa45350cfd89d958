import { expect, test } from 'vitest';
import { refusal } from './refusal.ts';

test('nobody pays for a plan that they have, or for a smaller one', () => {
  expect(refusal('premium', 'premium')).toBe('You already have a Premium subscription!');
  expect(refusal('premium', 'basic')).toBe('You already have a Premium subscription!');
  expect(refusal('basic', 'basic')).toBe('Please select Premium to upgrade your plan.');
  expect(refusal('basic', 'premium')).toBeNull();
  expect(refusal(undefined, 'basic')).toBeNull();
  expect(refusal(undefined, 'premium')).toBeNull();
});
