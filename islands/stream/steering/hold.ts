import type { AxesControl } from '../../../modules/protocol/controls.ts';
import type { Axis, Held } from '../../../modules/protocol/steering.ts';

export type Side = 'left' | 'right';
type Stick = NonNullable<Axis['stick']>;
/** Positions of sticks from −1 to 1. */
export type Sticks = Partial<Record<Stick, number>>;
export type Steered = Pick<AxesControl, 'axes' | 'buttons'>;

/** Sticks don't return exactly to their middle. */
const DEAD_ZONE = 0.15;
/** Speed of the mouse, in pixels per second, that counts as full deflection. */
const FULL_SPEED = 900;
/** Time without movement after which the mouse counts as at rest. */
const MOUSE_WINDOW_MS = 120;

/** Sticks and buttons of all gamepads together. */
export interface PadState {
  sticks: Sticks;
  /** numbers of buttons in the standard layout */
  pressed: ReadonlySet<number>;
}

export const NO_PADS: PadState = { sticks: {}, pressed: new Set() };

type PadLike = Pick<Gamepad, 'axes' | 'mapping'> & {
  buttons: readonly Pick<GamepadButton, 'pressed' | 'value'>[];
};

const PAD_AXES: readonly Stick[] = ['left-x', 'left-y', 'right-x', 'right-y'];

/** With several gamepads, the stick moved furthest counts. */
export function readPads(pads: readonly (PadLike | null)[]): PadState {
  const sticks: Sticks = {};
  const pressed = new Set<number>();
  for (const pad of pads) {
    if (!pad) continue;
    // In other layouts, only the first stick has its usual place, and triggers may look like sticks.
    const known = pad.mapping === 'standard' ? PAD_AXES : PAD_AXES.slice(0, 2);
    for (const [index, stick] of known.entries()) {
      const position = outsideDeadZone(pad.axes[index] ?? 0);
      if (Math.abs(position) > Math.abs(sticks[stick] ?? 0)) sticks[stick] = position;
    }
    for (const [index, button] of pad.buttons.entries())
      if (button.pressed || button.value > 0.5) pressed.add(index);
  }
  return { sticks, pressed };
}

function outsideDeadZone(position: number): number {
  const beyond = (Math.abs(position) - DEAD_ZONE) / (1 - DEAD_ZONE);
  return beyond > 0 ? Math.sign(position) * Math.min(1, beyond) : 0;
}

/** The speed of a captured mouse as positions of its axes. */
export class MouseSpeed {
  #moves: { x: number; y: number; at: number }[] = [];

  move(x: number, y: number, at: number) {
    this.#moves.push({ x, y, at });
  }

  read(now: number): { x: number; y: number } {
    this.#moves = this.#moves.filter(({ at }) => now - at < MOUSE_WINDOW_MS);
    const speed = (way: 'x' | 'y') =>
      (this.#moves.reduce((sum, move) => sum + move[way], 0) * 1000) / MOUSE_WINDOW_MS / FULL_SPEED;
    return { x: speed('x'), y: speed('y') };
  }

  clear() {
    this.#moves = [];
  }
}

/** Everything that a person is holding, on all devices. */
export class Hold {
  readonly #steered: Steered;
  /** codes of keys */
  readonly #keys = new Set<string>();
  /** buttons on the screen: names, and those of axes with their sign */
  readonly #pressed = new Set<string>();
  #touched: Record<Side, { x: number; y: number }> = { left: { x: 0, y: 0 }, right: { x: 0, y: 0 } };
  #pads = NO_PADS;
  #mouse = { x: 0, y: 0 };

  constructor(steered: Steered) {
    this.#steered = steered;
  }

  steers(code: string): boolean {
    const { axes, buttons } = this.#steered;
    return axes.some(({ keys }) => keys?.includes(code)) || buttons.some(({ key }) => key === code);
  }

  /** @returns false if the key steers nothing, or wasn't held */
  key(code: string, isDown: boolean): boolean {
    if (!isDown) return this.#keys.delete(code);
    if (this.steers(code)) this.#keys.add(code);
    return this.#keys.has(code);
  }

  /** @param name of a button, or of an axis followed by `-` or `+` */
  press(name: string, isDown: boolean) {
    if (isDown) this.#pressed.add(name);
    else this.#pressed.delete(name);
  }

  touch(side: Side, x: number, y: number) {
    this.#touched[side] = { x, y };
  }

  pads(state: PadState) {
    this.#pads = state;
  }

  mouse(speed: { x: number; y: number }) {
    this.#mouse = speed;
  }

  releaseKeys() {
    this.#keys.clear();
  }

  release() {
    this.#keys.clear();
    this.#pressed.clear();
    this.#touched = { left: { x: 0, y: 0 }, right: { x: 0, y: 0 } };
    this.#pads = NO_PADS;
    this.#mouse = { x: 0, y: 0 };
  }

  read(): Held {
    const { axes, buttons } = this.#steered;
    return {
      axes: Object.fromEntries(axes.map((axis) => [axis.name, this.#position(axis)])),
      buttons: buttons
        .filter(
          ({ name, key, pad }) =>
            this.#keys.has(key) ||
            this.#pressed.has(name) ||
            (pad !== undefined && this.#pads.pressed.has(pad)),
        )
        .map(({ name }) => name),
    };
  }

  #position({ name, keys, stick, pointer }: Axis): number {
    const pair = (held: ReadonlySet<string>, back: string, on: string) =>
      Number(held.has(on)) - Number(held.has(back));
    let position = pair(this.#pressed, `${name}-`, `${name}+`);
    if (keys) position += pair(this.#keys, keys[0], keys[1]);
    if (stick) {
      const [side, way] = stick.split('-') as [Side, 'x' | 'y'];
      position += this.#touched[side][way] + (this.#pads.sticks[stick] ?? 0);
    }
    if (pointer) position += this.#mouse[pointer];
    return Math.max(-1, Math.min(1, position));
  }
}
