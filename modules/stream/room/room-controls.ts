import { replaceBannedWords } from '../../dreams/contract/banned-words.ts';
import { createTokenBucket } from '../../kit/flow/token-bucket.ts';
import { m } from '../../kit/texts/m.ts';
import { controlFaultText } from '../../protocol/control-texts.ts';
import {
  type Control,
  type ControlValue,
  type ControlValues,
  controlFault,
  defaultsOf,
  EXCLUDED_WORDS,
  hasValue,
  nearestStep,
  type ValueControl,
} from '../../protocol/controls.ts';
import { AT_REST, heldValue, readHeld } from '../../protocol/steering.ts';
import type { ViewerRefusal } from '../../protocol/viewer-messages.ts';
import type { PromptDecision, PromptGate } from '../../safety/safety.ts';
import { assignedOf, isDrawing, type Phase } from './phases.ts';
import { cleanPrompt } from './prompt-log.ts';
import type { RoomCore } from './room-core.ts';

/** Enough to drag a slider for a whole dream; only slows down scripts. */
const CHANGES = { capacity: 60, perSecond: 6 };
/** As above, for what people hold while steering. */
const STEERING = { capacity: 60, perSecond: 20 };
/** Of one dream. Its timeline is kept and repeated with it. */
const MAX_STEERING = 10_000;

interface When {
  /** the frame that must show it first */
  atFrame?: number | undefined;
  /** the worker gets it with its start */
  withStart?: boolean;
}

export type RoomControls = ReturnType<typeof createRoomControls>;

/**
 * Changes that the viewer makes to controls: sent to the worker and recorded in the timeline. Text is moderated like
 * prompts.
 */
export function createRoomControls(core: RoomCore, { gate, end }: { gate: PromptGate; end(): void }) {
  const { viewerSlot, persist } = core;
  const limits = createLimits(core.clock);
  const declared = () => assignedOf(core.phase)?.worker.controls ?? [];
  const known = (name: string) => declared().find((one) => one.name === name);
  /** positions of changes whose first frame the worker hasn't reported, by control */
  const unshown = new Map<string, number[]>();
  /** controls changed from their defaults */
  const values = new Map<string, ControlValue>();
  const timeline = createTimeline(core);

  /** image data by control value (`picture:` plus digest) */
  const images = new Map<string, string>();

  const current = (): ControlValues => ({ ...defaultsOf(declared()), ...Object.fromEntries(values) });
  const standingOf = (control: ValueControl) => values.get(control.name) ?? control.default;

  function set(control: ValueControl, value: ControlValue, { atFrame, withStart }: When = {}): void {
    const { name } = control;
    values.set(name, value);
    if (control.kind === 'text') gate.stands(name, String(value), isExcluded(control));
    const { position, kept } = timeline.record(control, value);
    const worker = assignedOf(core.phase)?.worker;
    if (worker && !withStart) {
      if (worker.isExact) unshown.set(name, [...(unshown.get(name) ?? []), position]);
      worker.send({ type: 'control', name, value: whole(control, value), at_frame: atFrame });
    }
    if (control.kind !== 'axes') viewerSlot.sendInTurn({ type: 'control', name, value }, kept);
  }

  /** @returns the reason for an immediate rejection, or null */
  function judge(control: ValueControl, raw: string, value: string): ViewerRefusal | null {
    const cleaned = cleanPrompt(raw);
    const decision = isExcluded(control) ? gate.judgeExcluded(cleaned) : gate.judge(cleaned, value);
    if (!(decision instanceof Promise)) return decide(decision, control, value);
    void decision.then((late) => {
      const refused = decide(late, control, value);
      const { name } = control;
      if (refused)
        viewerSlot.sendInTurn({ type: 'error', ...refused, control: name, value: standingOf(control) });
    });
    return null;
  }

  function decide(decision: PromptDecision, control: ValueControl, value: string): ViewerRefusal | null {
    if (core.phase.name === 'ended') return null;
    if (decision.act === 'refuse') return { code: 'moderated', error: decision.text };
    if (decision.act === 'end') {
      end();
      return null;
    }
    set(control, value);
    const { name } = control;
    if (decision.act === 'warn')
      viewerSlot.sendInTurn({ type: 'error', code: 'moderated', error: decision.text, control: name, value });
    return null;
  }

  /** The value as sent to the worker: image data in place of its digest. */
  const whole = (control: Control, value: ControlValue): ControlValue =>
    control.kind === 'picture' ? (images.get(String(value)) ?? '') : value;

  /** Why no control can be changed now, or null. */
  function changeFault(kind?: Control['kind']): ViewerRefusal | null {
    if (!limits.take(kind)) return { code: 'control-too-many', error: m.stream_control_too_many() };
    return persist.isFull() ? { code: 'control-not-stored', error: m.stream_control_not_stored() } : null;
  }

  /** Why this control can't be changed now, or null. */
  function refusal(control: Control | undefined, name: string, value?: ControlValue): ViewerRefusal | null {
    if (core.phase.name === 'ended') return { code: 'ended', error: m.stream_dream_ended() };
    // Released keys must never seem to be held.
    const isRelease = control?.kind === 'axes' && value === AT_REST;
    const fault = isRelease ? null : changeFault(control?.kind);
    if (fault) return fault;
    if (!control) return { code: 'control-unknown', error: m.stream_control_unknown({ name }) };
    if (!control.live && core.prompts.any())
      return { code: 'control-fixed', error: m.stream_control_is_fixed({ label: control.label }) };
    return null;
  }

  /** Why this control accepts no image now, or null. */
  function imageFault(name: string): string | null {
    const control = known(name);
    const fault = refusal(control, name);
    if (!fault && control && control.kind !== 'picture') {
      return m.stream_control_no_image({ label: control.label });
    }
    return fault?.error ?? gate.pictureFault();
  }

  return {
    /** The values of all controls, as sent to the worker. */
    forWorker: (): ControlValues =>
      Object.fromEntries(
        declared()
          .filter(hasValue)
          .map((control) => [control.name, whole(control, standingOf(control))]),
      ),
    imageFault,
    changeFault: () => changeFault(),
    record: (control: Control, value: ControlValue) => timeline.record(control, value).kept,

    /** Sets a control to an uploaded image. Returns an error text on failure. */
    giveImage(name: string, { name: value, dataUri }: { name: string; dataUri: string }): string | null {
      const fault = imageFault(name);
      const control = known(name);
      if (fault || control?.kind !== 'picture') return fault;
      images.set(value, dataUri);
      gate.pictured();
      set(control, value);
      return null;
    },

    /** A control's value, or undefined if there is no such control. */
    value(name: string): ControlValue | undefined {
      const control = known(name);
      return control && hasValue(control) ? standingOf(control) : undefined;
    },

    declared: () => ({ controls: [...declared()], values: current() }),
    /** Sends the viewer the controls and their values, if there are any. */
    send(): void {
      if (declared().length > 0) {
        viewerSlot.send({ type: 'controls', controls: [...declared()], values: current() });
      }
    },

    /** Sets the values that a dream starts with, as far as the worker declares them. */
    begin(start: ControlValues, given: ReadonlyMap<string, string>): void {
      for (const [name, image] of given) images.set(name, image);
      for (const control of declared().filter(hasValue)) {
        const raw = start[control.name];
        if (raw === undefined) continue;
        const isImage = control.kind === 'picture' && images.has(String(raw));
        if (isImage) gate.pictured();
        if (isImage) set(control, raw, { withStart: true });
        else if (controlFault(control, raw) === null && control.kind !== 'text')
          set(control, settled(control, raw), { withStart: true });
        else if (control.kind === 'text') judge(control, String(raw), String(settled(control, raw)));
      }
    },

    /** The worker reports the first frame with a changed value. */
    shown(name: string, frameId: number): void {
      if (known(name)?.kind === 'axes') viewerSlot.send({ type: 'steer_ack', name, frame_id: frameId });
      const [changed, ...later] = unshown.get(name) ?? [];
      if (changed === undefined) return;
      unshown.set(name, later);
      persist({ kind: 'control-shown', position: changed, frameId });
    },

    /** Applies a change. Returns the reason if it is rejected. */
    take(name: string, raw: ControlValue, atFrame?: number): ViewerRefusal | null {
      const control = known(name);
      const refused = refusal(control, name, raw);
      if (refused || !control) return refused;
      const fault = controlFaultText(control, raw);
      if (fault !== null || !hasValue(control)) return { code: 'control-value', error: fault ?? '' };
      const value = settled(control, raw);
      if (standingOf(control) === value) viewerSlot.sendInTurn({ type: 'control', name, value });
      else if (control.kind === 'text' && value !== '') return judge(control, String(raw), String(value));
      else set(control, value, { atFrame });
      return null;
    },
  };
}

function createLimits(clock: RoomCore['clock']) {
  const changes = createTokenBucket(clock, CHANGES);
  const steering = createTokenBucket(clock, STEERING);
  let steered = 0;
  return {
    /** @returns false if this is one too many */
    take: (kind?: Control['kind']): boolean =>
      kind === 'axes' ? steering.take() && steered++ < MAX_STEERING : changes.take(),
  };
}

/** Writes changes into the dream's timeline. */
function createTimeline(core: RoomCore) {
  let position = 0;
  return {
    record({ name, label }: Control, value: ControlValue) {
      position += 1;
      const change = {
        position,
        name,
        label,
        value,
        changedAt: core.clock.now(),
        frameId: shownFrame(core.phase),
      };
      return { position, kept: core.persist({ kind: 'control', ...change }) };
    },
  };
}

const isExcluded = ({ name }: Control) => name === EXCLUDED_WORDS;

/** The effective value: numbers on their step, text cleaned like a prompt. */
function settled(control: ValueControl, value: ControlValue): ControlValue {
  const held = control.kind === 'axes' && readHeld(value);
  if (held) return heldValue(held);
  if (control.kind === 'number') return nearestStep(control, value as number);
  if (control.kind !== 'text') return value;
  return replaceBannedWords(cleanPrompt(value as string)).slice(0, control.max);
}

/** The last frame before a change, or null. */
const shownFrame = (phase: Phase): number | null => (isDrawing(phase) ? phase.latestId : null);
