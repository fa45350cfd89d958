import { expect, test } from 'vitest';
import { inLocale } from '../kit/texts/locale.ts';
import { controlFaultText, controlText } from './control-texts.ts';
import { type Control, defaultsOf, nearestStep } from './controls.ts';

const zoom = {
  kind: 'number',
  name: 'zoom',
  label: 'Zoom',
  live: true,
  min: -2,
  max: 2,
  step: 0.1,
  default: 0.4,
} as const;
const style: Control = {
  kind: 'choice',
  name: 'style',
  label: 'Style',
  live: false,
  choices: ['oil', 'ink'],
  default: 'ink',
};
const grain: Control = { kind: 'switch', name: 'grain', label: 'Grain', live: true, default: true };
const negative: Control = {
  kind: 'text',
  name: 'negative',
  label: 'Leave out',
  live: true,
  max: 5,
  default: '',
};

test('controls start at their defaults', () => {
  expect(defaultsOf([zoom, style, grain, negative])).toEqual({
    zoom: 0.4,
    style: 'ink',
    grain: true,
    negative: '',
  });
});

test.each([
  [zoom, [-2, 0, 2], [2.1, -3, Number.NaN, Number.POSITIVE_INFINITY, '1', true], 'Zoom goes from -2 to 2.'],
  [style, ['oil'], ['OIL', '', 0, 'toString'], 'Style is one of oil, ink.'],
  [grain, [true, false], ['on', 1], 'Grain is on or off.'],
  [negative, ['', 'hands'], ['a crowd', 5, false], 'Leave out has at most 5 characters.'],
] as const)(
  'a valid value is accepted, and an invalid one is rejected with a reason: $label',
  (control, good, bad, words) => {
    for (const value of good) expect([value, controlFaultText(control, value)]).toEqual([value, null]);
    const faults = bad.map((value) => controlFaultText(control, value));
    expect(faults).not.toContain(null);
    expect(faults[0]).toBe(words);
  },
);

test('numbers snap to their steps, within their range and without floating-point noise', () => {
  expect([0.3000001, 0.34, 1.99, -2].map((value) => nearestStep(zoom, value))).toEqual([0.3, 0.3, 2, -2]);
  const odd = { ...zoom, min: 0, max: 10, step: 3 };
  expect([1.4, 9.8, 10].map((value) => nearestStep(odd, value))).toEqual([0, 9, 9]);
  const seed = { ...zoom, min: 0, max: 2 ** 31 - 1, step: 1 };
  expect(nearestStep(seed, 2 ** 31 - 1)).toBe(2 ** 31 - 1);
});

test('values are written as in the person’s language, with all decimals', () => {
  expect(inLocale('de', () => controlText(0.0525))).toBe('0,0525');
  expect(inLocale('de', () => controlText(2147483647))).toBe('2147483647');
  expect(inLocale('de', () => controlFaultText({ ...zoom, max: 2.5 }, 3))).toContain('2,5');
});
