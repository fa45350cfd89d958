import { m } from '../../../kit/texts/m.ts';
import type { Control } from '../../../protocol/controls.ts';
import { AT_REST, readHeld } from '../../../protocol/steering.ts';
import type { Input } from './messages.ts';

export const STEERING = 'move';
/** Deflection from which an axis counts as a pressed key. */
const PRESSED = 0.3;
/** Mouse movement in pixels per control message, 60 of which go out in a second. */
const LOOK_PIXELS = 12;

/** Our names for Biome's buttons. */
const BUTTONS: Readonly<Record<string, string>> = {
  jump: 'SPACE',
  use: 'E',
  run: 'SHIFT',
  crouch: 'CTRL',
  fire: 'MOUSE_LEFT',
  aim: 'MOUSE_RIGHT',
  reload: 'R',
};

/** Biome leaves gamepads to its clients. */
export const steeringControl = (): Control => ({
  kind: 'axes',
  name: STEERING,
  label: m.worker_control_move(),
  live: true,
  axes: [
    { name: 'strafe', label: m.worker_move_strafe(), keys: ['KeyA', 'KeyD'], stick: 'left-x' },
    { name: 'walk', label: m.worker_move_walk(), keys: ['KeyW', 'KeyS'], stick: 'left-y' },
    {
      ...{
        name: 'look_x',
        label: m.worker_move_look_x(),
        keys: ['ArrowLeft', 'ArrowRight'] as [string, string],
      },
      ...{ stick: 'right-x', pointer: 'x' },
    },
    {
      ...{
        name: 'look_y',
        label: m.worker_move_look_y(),
        keys: ['ArrowUp', 'ArrowDown'] as [string, string],
      },
      ...{ stick: 'right-y', pointer: 'y' },
    },
  ],
  buttons: [
    { name: 'jump', label: m.worker_move_jump(), key: 'Space', pad: 0 },
    { name: 'use', label: m.worker_move_use(), key: 'KeyE', pad: 2 },
    { name: 'run', label: m.worker_move_run(), key: 'ShiftLeft', pad: 10 },
    { name: 'crouch', label: m.worker_move_crouch(), key: 'KeyC', pad: 11 },
    { name: 'fire', label: m.worker_move_fire(), key: 'KeyF', pad: 7 },
    { name: 'aim', label: m.worker_move_aim(), key: 'KeyQ', pad: 6 },
    { name: 'reload', label: m.worker_move_reload(), key: 'KeyR', pad: 3 },
  ],
  default: AT_REST,
});

/** Converts held controls to Biome's keys and mouse movement. */
export function inputFor(value: unknown): Input {
  const { axes, buttons } = readHeld(value) ?? { axes: {}, buttons: [] };
  const { strafe = 0, walk = 0, look_x: x = 0, look_y: y = 0 } = axes;
  const keys = [
    ...(walk < -PRESSED ? ['W'] : []),
    ...(walk > PRESSED ? ['S'] : []),
    ...(strafe < -PRESSED ? ['A'] : []),
    ...(strafe > PRESSED ? ['D'] : []),
  ];
  return {
    buttons: [...keys, ...buttons.flatMap((name) => BUTTONS[name] ?? [])],
    mouseX: x * LOOK_PIXELS,
    mouseY: y * LOOK_PIXELS,
  };
}
