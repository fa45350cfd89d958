import { expect, test } from 'vitest';
import { heldValue } from '../../../modules/protocol/steering.ts';
import { Hold, MouseSpeed, readPads } from './hold.ts';

const newHold = () =>
  new Hold({
    axes: [
      { name: 'pan', label: 'Pan', keys: ['ArrowLeft', 'ArrowRight'], stick: 'left-x', pointer: 'x' },
      { name: 'walk', label: 'Walk', stick: 'right-y' },
    ],
    buttons: [{ name: 'jump', label: 'Jump', key: 'Space', pad: 0 }],
  });

const pad = (axes: number[], pressed: number[] = [], mapping: GamepadMappingType = 'standard') => ({
  axes,
  mapping,
  buttons: Array.from({ length: 4 }, (_, index) => ({ pressed: pressed.includes(index), value: 0 })),
});

test('all devices steer together, within the axis', () => {
  const hold = newHold();
  const value = () => heldValue(hold.read());
  expect(hold.key('ArrowRight', true)).toBe(true);
  expect(hold.key('KeyQ', true)).toBe(false);
  hold.touch('left', 0.5, -1);
  hold.touch('right', 1, -0.5);
  hold.press('jump', true);
  expect(value()).toBe('steer:pan:1 walk:-0.5 jump');
  hold.key('ArrowLeft', true);
  expect(value()).toBe('steer:pan:0.5 walk:-0.5 jump');
  expect(hold.key('ArrowLeft', false)).toBe(true);
  expect(hold.key('ArrowLeft', false)).toBe(false);
  hold.press('walk+', true);
  expect(value()).toBe('steer:pan:1 walk:0.5 jump');
  hold.release();
  expect(value()).toBe('steer:');
});

test('gamepads count beyond their dead zone, the furthest of several, and not once they are unplugged', () => {
  const hold = newHold();
  const valueWith = (...pads: Parameters<typeof readPads>[0]) => {
    hold.pads(readPads(pads));
    return heldValue(hold.read());
  };
  expect(valueWith(pad([0.14, -0.1, 0.02, 0.15]))).toBe('steer:');
  expect(valueWith(pad([0.575, 0, 0, -1], [0]))).toBe('steer:pan:0.5 walk:-1 jump');
  expect(valueWith(null, pad([0.3, 0]), pad([-0.9, 0]))).toBe('steer:pan:-0.875');
  // Other layouts report triggers, at −1, where the second stick should be.
  expect(valueWith(pad([1, 0, -1, -1], [], ''))).toBe('steer:pan:1');
  expect(valueWith(pad([Number.NaN]))).toBe('steer:');
  expect(valueWith(null)).toBe('steer:');
});

test('a captured mouse steers by its speed, and rests soon after it', () => {
  const mouse = new MouseSpeed();
  for (let at = 0; at < 120; at += 10) mouse.move(9, -4.5, at);
  expect(mouse.read(119)).toEqual({ x: 1, y: -0.5 });
  expect(mouse.read(300)).toEqual({ x: 0, y: 0 });
});
