import { createTokenBucket } from '../../kit/flow/token-bucket.ts';
import { m } from '../../kit/texts/m.ts';
import { type VideoControl, type VideoSource, videoValue } from '../../protocol/controls.ts';
import { readVideoFrame } from '../../protocol/video-frame.ts';
import type { ViewerEvent, ViewerRefusal } from '../../protocol/viewer-messages.ts';
import type { CameraCheck, PromptGate } from '../../safety/safety.ts';
import type { ViewerLink } from '../viewer/viewer-link.ts';
import { assignedOf } from './phases.ts';
import type { RoomControls } from './room-controls.ts';
import type { RoomCore } from './room-core.ts';

/** Frames beyond the declared rate are dropped, except for bursts of this many seconds … */
const BURST_SECONDS = 1.5;
/** … and a viewer that keeps sending this many times the rate is closed. */
const FLOOD = 3;
const FLOOD_SECONDS = 10;
/** Frames still arrive after the room has switched a camera off. */
const LATE_MS = 2_000;

interface On {
  control: VideoControl;
  source: VideoSource;
  link: ViewerLink;
  rate: ReturnType<typeof createTokenBucket>;
  flood: ReturnType<typeof createTokenBucket>;
  /** frames go to the worker; false until the first one has been checked */
  isPassed: boolean;
  isChecking: boolean;
  checkedAt: number;
}

type VideoSwitch = { name: string; on: boolean; source?: VideoSource | undefined };

export type RoomCamera = ReturnType<typeof createRoomCamera>;

/**
 * The viewer's camera or screen, for generators that declare a video control. Its newest frame goes to the worker as it
 * came and is never stored; the timeline only records when it was on.
 */
export function createRoomCamera(
  core: RoomCore,
  { controls, gate, judge }: { controls: RoomControls; gate: PromptGate; judge: CameraCheck | null },
) {
  const { clock, viewerSlot } = core;
  let on: On | null = null;
  let offAt = Number.NEGATIVE_INFINITY;
  /** the last event; null if it was never on */
  let last: Extract<ViewerEvent, { type: 'video' }> | null = null;
  const knownLinks = new WeakSet<ViewerLink>();

  const worker = () => assignedOf(core.phase)?.worker;
  const viewer = () => (viewerSlot.viewer.name === 'here' ? viewerSlot.viewer.link : null);

  function report(event: NonNullable<typeof last>, kept: Promise<void> | null): void {
    last = event;
    viewerSlot.sendInTurn(event, kept);
    core.fanOut.send({ ...event, error: undefined });
  }

  function refusal(name: string): VideoControl | ViewerRefusal {
    if (core.phase.name === 'ended') return { code: 'ended', error: m.stream_dream_ended() };
    // The same errors as for start images.
    if (core.dream.guest) return { code: 'control-fixed', error: m.stream_video_no_guest() };
    const control = controls.declared().controls.find((one) => one.name === name);
    if (!control) return { code: 'control-unknown', error: m.stream_control_unknown({ name }) };
    if (control.kind !== 'video')
      return { code: 'control-value', error: m.stream_control_no_video({ label: control.label }) };
    const fault = controls.changeFault() ?? pictureRefusal(gate.pictureFault());
    return fault ?? control;
  }

  function switchOn(link: ViewerLink, { name, source = 'camera' }: VideoSwitch): ViewerRefusal | null {
    const control = refusal(name);
    if ('code' in control) return control;
    if (on && on.control.name !== name) switchOff();
    const { fps } = control;
    on = {
      ...{ control, source, link, isPassed: judge === null, isChecking: false },
      rate: createTokenBucket(clock, { capacity: fps * BURST_SECONDS, perSecond: fps }),
      flood: createTokenBucket(clock, { capacity: fps * FLOOD_SECONDS, perSecond: fps * FLOOD }),
      checkedAt: Number.NEGATIVE_INFINITY,
    };
    knownLinks.add(link);
    gate.pictured();
    worker()?.send({ type: 'video', name, on: true, source });
    report({ type: 'video', name, on: true, source }, controls.record(control, videoValue(source)));
    return null;
  }

  /** @param error why, for the viewer, who didn't ask for it */
  function switchOff(error?: string): void {
    if (!on) return;
    const { control } = on;
    const { name } = control;
    on = null;
    offAt = clock.monotonic();
    worker()?.offerFrame(null);
    worker()?.send({ type: 'video', name, on: false });
    report({ type: 'video', name, on: false, error }, controls.record(control, videoValue(null)));
  }

  /** Switches it off once the viewer who switched it on is gone. */
  function check(): void {
    if (on && on.link !== viewer()) switchOff();
  }

  /** Checks a frame from time to time, and the first one before any is sent on. */
  async function inspect(camera: On, jpeg: Uint8Array): Promise<void> {
    if (!judge || camera.isChecking || clock.monotonic() - camera.checkedAt < judge.everyMs) return;
    camera.isChecking = true;
    camera.checkedAt = clock.monotonic();
    // Its buffer belongs to the socket.
    const fault = await judge.fault(jpeg.slice());
    camera.isChecking = false;
    if (on !== camera) return;
    if (fault) switchOff(fault);
    else camera.isPassed = true;
  }

  /** @returns an error, or flood if the socket must be closed */
  function frame(link: ViewerLink, message: Uint8Array): ViewerRefusal | 'flood' | null {
    if (on?.link !== link) {
      const isLate = knownLinks.has(link) && clock.monotonic() - offAt < LATE_MS;
      return isLate ? null : { code: 'invalid-message', error: m.stream_message_binary() };
    }
    if (!on.flood.take()) return 'flood';
    const read = readVideoFrame(message, on.control);
    if (typeof read === 'string')
      return { code: 'invalid-message', error: m.stream_video_frame({ fault: read }) };
    if (!on.rate.take()) return null;
    void inspect(on, read.bytes);
    if (on.isPassed) worker()?.offerFrame(message);
    return null;
  }

  return {
    /** Switches a camera or screen on or off. Returns the reason if that is refused. */
    turn(link: ViewerLink, turned: VideoSwitch): ViewerRefusal | null {
      if (turned.on) return switchOn(link, turned);
      if (on?.link === link && on.control.name === turned.name) switchOff();
      return null;
    },
    frame,
    isOn: (link: ViewerLink) => on?.link === link,
    /** True if it was on here, so this viewer's binary messages may be as large as a frame. */
    knows: (link: ViewerLink) => knownLinks.has(link),
    /** Called periodically. */
    checkLogin(): void {
      viewerSlot.checkLogin();
      check();
    },
    /** The viewer has left. */
    detachViewer(link: ViewerLink): void {
      viewerSlot.leave(link);
      check();
    },
    closeLogin(loginId: string): void {
      viewerSlot.closeLogin(loginId);
      check();
    },
    /** Sent to viewers who join: its state; null if it was never on. */
    event: () => last,
    send(): void {
      check();
      if (last) viewerSlot.send(last);
    },
  };
}

const pictureRefusal = (error: string | null): ViewerRefusal | null =>
  error === null ? null : { code: 'moderated', error };
