import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { m } from '../../../modules/kit/texts/m.ts';
import type { AxesControl } from '../../../modules/protocol/controls.ts';
import { AT_REST, type Axis, type Held, readHeld } from '../../../modules/protocol/steering.ts';
import { CloseIcon } from '../../ui/icons.tsx';
import type { ServerEvent } from '../machine.ts';
import type { Side } from './hold.ts';
import { HoldButton } from './hold-button.tsx';
import { KeysIcon, MouseIcon, StickIcon } from './icons.tsx';
import { endNames, keyName, useLayout } from './key-names.ts';
import { SteerSession, type SteerView } from './steer-session.ts';
import { TouchStick } from './touch-stick.tsx';

/** Longest usual time until a frame shows a change. */
const FOLLOWED_MS = 1_500;
const SIDES: readonly Side[] = ['left', 'right'];

interface SteerPadProps {
  control: AxesControl;
  /** false while the dream can't be steered */
  ready: boolean;
  send: (value: string) => void;
  /** Reports the relay's messages. Absent for players, who get no answers. */
  onEvent?: ((listener: (event: ServerEvent) => void) => () => void) | undefined;
  onLeave: () => void;
}

/** Everything to steer with, for as long as it is shown. */
export function SteerPad({ control, ready, send, onEvent, onLeave }: SteerPadProps) {
  const pad = useRef<HTMLElement>(null);
  const session = useSession(control, { send, onLeave });
  const view = useSyncExternalStore(session.subscribe, session.getView, session.getView);
  useEffect(() => session.setReady(ready), [session, ready]);
  useEffect(() => pad.current?.focus(), []);
  const held = readHeld(view.value) ?? { axes: {}, buttons: [] };
  const { isFollowed, isLate, fault } = useAnswers(control.name, view.value, onEvent);
  const note = useNote(view);
  const isTouched = useTouch();
  const [hasKeys, setHasKeys] = useState(false);
  const sticks = SIDES.map((side) => ({
    side,
    axes: control.axes.filter(({ stick }) => stick?.startsWith(side)),
  })).filter(({ axes }) => axes.length > 0);
  const usesSticks = isTouched && !hasKeys && sticks.length > 0;
  const state =
    fault ??
    (view.hasMouse
      ? m.stream_steering_mouse_on()
      : !ready
        ? m.stream_steering_paused()
        : isLate
          ? m.stream_steering_late()
          : note);
  return (
    <section
      ref={pad}
      className="steer-pad"
      data-sticks={usesSticks}
      aria-label={m.stream_steering_title({ label: control.label })}
      tabIndex={-1}
    >
      <p
        className="steer-state"
        data-held={view.value !== AT_REST}
        data-followed={isFollowed}
        data-fault={fault !== null}
      >
        <span className="steer-dot" aria-hidden="true" />
        <span role="status">{state}</span>
        {!state && <span dir="auto">{control.label}</span>}
      </p>
      <div className="steer-actions">
        {!isTouched && control.axes.some(({ pointer }) => pointer) && (
          <button
            type="button"
            className="icon-button"
            aria-label={m.stream_steering_mouse()}
            aria-pressed={view.hasMouse}
            title={m.stream_steering_mouse()}
            disabled={!ready}
            onClick={() => {
              pad.current?.focus();
              void capture(pad.current);
            }}
          >
            <MouseIcon />
          </button>
        )}
        {isTouched && sticks.length > 0 && (
          <button
            type="button"
            className="icon-button"
            aria-label={usesSticks ? m.stream_steering_keys() : m.stream_steering_sticks()}
            title={usesSticks ? m.stream_steering_keys() : m.stream_steering_sticks()}
            onClick={() => setHasKeys(!hasKeys)}
          >
            {usesSticks ? <KeysIcon /> : <StickIcon />}
          </button>
        )}
        <button
          type="button"
          className="icon-button"
          aria-label={m.stream_steering_leave()}
          title={m.stream_steering_leave_hint()}
          onClick={onLeave}
        >
          <CloseIcon />
        </button>
      </div>
      {usesSticks &&
        sticks.map((one) => <TouchStick key={one.side} {...one} session={session} inert={!ready} />)}
      <Keys
        {...{ control, session, held, isTouched }}
        axes={usesSticks ? withoutStick(control) : control.axes}
        inert={!ready}
      />
    </section>
  );
}

const withoutStick = ({ axes }: AxesControl) => axes.filter(({ stick }) => stick === undefined);

interface KeysProps {
  control: AxesControl;
  /** not moved by a stick on the screen */
  axes: readonly Axis[];
  session: SteerSession;
  held: Held;
  inert: boolean;
  /** there is no keyboard */
  isTouched: boolean;
}

/** The steering keys, as buttons. */
function Keys({ control, axes, session, held, inert, isTouched }: KeysProps) {
  const layout = useLayout();
  return (
    <div className="steer-keys" inert={inert}>
      {axes.map((axis) => {
        const { name, label } = axis;
        const [back, on] = endNames(axis, layout);
        const position = held.axes[name] ?? 0;
        return (
          <div key={name} className="steer-axis">
            {/* Not mirrored in right-to-left languages. */}
            <div dir="ltr">
              <HoldButton {...{ session, label }} name={`${name}-`} held={position < 0} keyName={back} />
              <HoldButton {...{ session, label }} name={`${name}+`} held={position > 0} keyName={on} />
            </div>
            <Label text={label} />
          </div>
        );
      })}
      {control.buttons.map(({ name, label, key }) => (
        <div key={name} className="steer-axis">
          <HoldButton
            {...{ session, name, label }}
            held={held.buttons.includes(name)}
            {...(!isTouched && { keyName: keyName(key, layout) })}
          />
          {!isTouched && <Label text={label} />}
        </div>
      ))}
    </div>
  );
}

const Label = ({ text }: { text: string }) => (
  <span className="steer-label" aria-hidden="true" dir="auto" title={text}>
    {text}
  </span>
);

function useSession(control: AxesControl, calls: Pick<SteerPadProps, 'send' | 'onLeave'>): SteerSession {
  const latest = useRef(calls);
  latest.current = calls;
  const [session] = useState(
    () =>
      new SteerSession(control, {
        send: (value) => latest.current.send(value),
        onLeave: () => latest.current.onLeave(),
      }),
  );
  useEffect(() => {
    session.start();
    return () => session.stop();
  }, [session]);
  return session;
}

/** Answers of the relay to the state that is held. */
function useAnswers(name: string, value: string, onEvent: SteerPadProps['onEvent']) {
  const [isFollowed, setFollowed] = useState(false);
  const [isLate, setLate] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const isHeld = value !== AT_REST;
  useEffect(
    () =>
      onEvent?.((event) => {
        if (event.type === 'steer_ack' && event.name === name) {
          setFollowed(true);
          setFault(null);
        }
        if (event.type === 'error' && event.control === name) setFault(event.error);
      }),
    [name, onEvent],
  );
  useEffect(() => {
    if (!isHeld) setFollowed(false);
  }, [isHeld]);
  const waits = isHeld && !isFollowed && onEvent !== undefined;
  useEffect(() => {
    if (!waits) return;
    const timer = setTimeout(() => setLate(true), FOLLOWED_MS);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [waits]);
  return { isFollowed: isHeld && isFollowed, isLate, fault };
}

/** True on touch screens. */
function useTouch(): boolean {
  const [query] = useState(() => matchMedia('(pointer: coarse)'));
  return useSyncExternalStore(
    (listener) => {
      query.addEventListener('change', listener);
      return () => query.removeEventListener('change', listener);
    },
    () => query.matches,
  );
}

/** Reports gamepads as they connect and disconnect. */
function useNote({ pads }: SteerView): string {
  const before = useRef(pads);
  const [note, setNote] = useState('');
  useEffect(() => {
    if (pads !== before.current)
      setNote(pads > before.current ? m.stream_steering_pad_on() : m.stream_steering_pad_off());
    before.current = pads;
  }, [pads]);
  return note;
}

/** Browsers reject a capture right after the person has ended one. */
async function capture(element: HTMLElement | null): Promise<void> {
  try {
    await element?.requestPointerLock();
  } catch (error) {
    console.warn('the mouse was not captured', error);
  }
}
