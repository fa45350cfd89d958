/**
 * The value of a control of kind `axes`, from the keys, sticks and buttons that a person holds: `steer:pan:-0.5 walk:1
 * home` – each axis that isn't at rest with its position, then each button that is pressed.
 */

/** Positions are rounded to this part of an axis's half, so that sticks change often enough and timelines stay short. */
const STEPS = 8;

export interface Axis {
  name: string;
  label: string;
  /** names of keys as in KeyboardEvent.code: towards −1, and towards 1 */
  keys?: [string, string] | undefined;
  /** a stick of gamepads and of touch screens that moves it; down and right count up */
  stick?: 'left-x' | 'left-y' | 'right-x' | 'right-y' | undefined;
  /** a captured mouse moves it, too; its speed is the position */
  pointer?: 'x' | 'y' | undefined;
}

/** Positions from −1 to 1 of the axes that aren't at rest, and the buttons held. */
export interface Held {
  axes: Readonly<Record<string, number>>;
  buttons: readonly string[];
}

/** The value while nothing is held. */
export const AT_REST = 'steer:';

const ENTRY = /^([a-z][a-z0-9_]{0,31})(?::(-?(?:0(?:\.\d{1,4})?|1)))?$/;
const MAX_ENTRIES = 24;

/** Null if this isn't such a value. */
export function readHeld(value: unknown): Held | null {
  if (typeof value !== 'string' || !value.startsWith(AT_REST) || value.length > 1000) return null;
  const axes: Record<string, number> = {};
  const buttons: string[] = [];
  const entries = value.slice(AT_REST.length).split(' ').filter(Boolean);
  if (entries.length > MAX_ENTRIES) return null;
  for (const entry of entries) {
    const [, name, position] = ENTRY.exec(entry) ?? [];
    if (name === undefined) return null;
    if (position === undefined) buttons.push(name);
    else axes[name] = Number(position);
  }
  return { axes, buttons };
}

/** The value for what is held, in one form for each state. */
export function heldValue({ axes, buttons }: Held): string {
  const moved = Object.entries(axes)
    .map(
      ([name, position]) => [name, Math.round(Math.max(-1, Math.min(1, position)) * STEPS) / STEPS] as const,
    )
    .filter(([, position]) => position !== 0 && !Number.isNaN(position))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, position]) => `${name}:${position}`);
  return AT_REST + [...moved, ...new Set(buttons.toSorted())].join(' ');
}
