import { AT_REST, heldValue } from '../../../modules/protocol/steering.ts';
import { ownsKey } from '../../ui/owns-key.ts';
import { Hold, MouseSpeed, NO_PADS, readPads, type Side, type Steered } from './hold.ts';
import { SteerSender } from './steer-sender.ts';

export interface SteerView {
  /** the state, as it is sent */
  value: string;
  /** number of gamepads */
  pads: number;
  /** the mouse is captured */
  hasMouse: boolean;
}

interface Calls {
  send(value: string): void;
  /** the person pressed Escape */
  onLeave(): void;
}

export const NOTHING_HELD: SteerView = { value: AT_REST, pads: 0, hasMouse: false };

/** Listens to all devices between start and stop. Stopping releases everything. */
export class SteerSession {
  readonly #hold: Hold;
  readonly #sender: SteerSender;
  readonly #onLeave: () => void;
  readonly #mouse = new MouseSpeed();
  readonly #stop = new AbortController();
  readonly #listeners = new Set<() => void>();
  #view = NOTHING_HELD;
  #isReady = true;
  #frame = 0;

  constructor(steered: Steered, { send, onLeave }: Calls) {
    this.#hold = new Hold(steered);
    this.#sender = new SteerSender(send);
    this.#onLeave = onLeave;
  }

  getView = (): SteerView => this.#view;

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  start() {
    const { signal } = this.#stop;
    // Before the page's shortcuts.
    window.addEventListener('keydown', this.#onKeyDown, { capture: true, signal });
    window.addEventListener('keyup', this.#onKeyUp, { capture: true, signal });
    window.addEventListener('blur', this.release, { signal });
    window.addEventListener('pagehide', this.release, { signal });
    document.addEventListener('visibilitychange', this.release, { signal });
    document.addEventListener('focusin', this.#onFocus, { signal });
    window.addEventListener('gamepadconnected', this.#poll, { signal });
    window.addEventListener('gamepaddisconnected', this.#poll, { signal });
    document.addEventListener('pointerlockchange', this.#onCapture, { signal });
    document.addEventListener('mousemove', this.#onMove, { signal });
    this.#poll();
  }

  stop() {
    this.#stop.abort();
    cancelAnimationFrame(this.#frame);
    if (document.pointerLockElement) document.exitPointerLock();
    this.release();
  }

  /** @param isReady false while the dream can't be steered */
  setReady(isReady: boolean) {
    this.#isReady = isReady;
    if (!isReady) this.release();
  }

  release = () => {
    this.#hold.release();
    this.#mouse.clear();
    this.#sender.release();
    this.#show({ value: AT_REST });
  };

  press(name: string, isDown: boolean) {
    this.#hold.press(name, isDown);
    this.#update();
  }

  touch(side: Side, x: number, y: number) {
    this.#hold.touch(side, x, y);
    this.#update();
  }

  readonly #onKeyDown = (event: KeyboardEvent) => {
    const { target } = event;
    if (event.key === 'Escape') return this.#onEscape(event, target);
    // No keyup arrives for keys that are held together with it.
    if (event.key === 'Meta') return this.#releaseKeys();
    const isShortcut = event.ctrlKey || event.metaKey || event.altKey;
    const isModifier = /^(Control|Alt|Shift)/.test(event.code);
    if ((isShortcut && !isModifier) || event.code === 'Tab' || ownsKey(target, event.key)) return;
    const isPress = event.code === 'Space' || event.code === 'Enter';
    if (isPress && isInside(target, 'button, a, summary')) return;
    if (event.repeat ? !this.#hold.steers(event.code) : !this.#hold.key(event.code, true)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    this.#update();
  };

  readonly #onKeyUp = (event: KeyboardEvent) => {
    if (!this.#hold.key(event.code, false)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    this.#update();
  };

  #onEscape(event: KeyboardEvent, target: EventTarget | null) {
    // Firefox reports the key that frees the mouse, too.
    if (document.pointerLockElement || ownsKey(target, event.key)) return;
    if (isInside(target, '.settings-panel')) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    this.#onLeave();
  }

  readonly #onFocus = ({ target }: FocusEvent) => {
    if (ownsKey(target, '')) this.#releaseKeys();
  };

  #releaseKeys() {
    this.#hold.releaseKeys();
    this.#update();
  }

  readonly #onCapture = () => {
    this.#mouse.clear();
    this.#show({ hasMouse: document.pointerLockElement !== null });
    this.#poll();
  };

  readonly #onMove = ({ movementX, movementY }: MouseEvent) => {
    if (this.#view.hasMouse) this.#mouse.move(movementX, movementY, performance.now());
  };

  /** Gamepads and a mouse at rest send no events. */
  readonly #poll = () => {
    cancelAnimationFrame(this.#frame);
    if (this.#stop.signal.aborted) return;
    const pads = gamepads();
    this.#show({ pads: pads.length });
    // Browsers report gamepads to windows in the background, too.
    const isHere = document.hasFocus();
    this.#hold.pads(isHere ? readPads(pads) : NO_PADS);
    this.#hold.mouse(this.#mouse.read(performance.now()));
    this.#update();
    if (pads.length > 0 || this.#view.hasMouse) this.#frame = requestAnimationFrame(this.#poll);
  };

  #update() {
    if (!this.#isReady) this.#hold.release();
    const value = heldValue(this.#hold.read());
    this.#sender.hold(value);
    this.#show({ value });
  }

  #show(change: Partial<SteerView>) {
    const next = { ...this.#view, ...change };
    const { value, pads, hasMouse } = this.#view;
    if (next.value === value && next.pads === pads && next.hasMouse === hasMouse) return;
    this.#view = next;
    for (const listener of this.#listeners) listener();
  }
}

/** The target may be the document, which isn't an element. */
const isInside = (target: EventTarget | null, selector: string) =>
  target instanceof Element && target.closest(selector) !== null;

/** Missing on insecure pages, and where the frame forbids it. */
function gamepads(): Gamepad[] {
  try {
    return navigator.getGamepads().filter((pad) => pad?.connected) as Gamepad[];
  } catch {
    return [];
  }
}
