import { createTokenBucket } from '../../../src/kit/flow/token-bucket.ts';
import { replaceBannedWords } from '../../dreams/shared/banned-words.ts';
import {
  type Control,
  type ControlValue,
  type ControlValues,
  controlFault,
  defaultsOf,
  EXCLUDED_WORDS,
  nearestStep,
} from '../../protocol/controls.ts';
import type { PromptDecision, PromptGate } from '../../safety/safety.ts';
import { assignedOf, isDrawing, type Phase } from './phases.ts';
import { cleanPrompt } from './prompt-log.ts';
import type { RoomCore } from './room-core.ts';

/** A slider that is dragged for as long as a dream lasts; a script that floods the generator is slowed down. */
const CHANGES = { capacity: 60, perSecond: 6 };

export type RoomControls = ReturnType<typeof createRoomControls>;

/**
 * The controls that the viewer turns: from the viewer to the worker, and onto the timeline. Words in them are judged as those of
 * prompts are.
 */
export function createRoomControls(core: RoomCore, { gate, end }: { gate: PromptGate; end(): void }) {
  const { clock, viewerSlot, persist } = core;
  const changes = createTokenBucket(clock, CHANGES);
  const declared = () => assignedOf(core.phase)?.worker.controls ?? [];
  const known = (name: string) => declared().find((one) => one.name === name);
  /** of those that were changed */
  const values = new Map<string, ControlValue>();
  let position = 0;

  /** images by the names that controls have as their values */
  const pictures = new Map<string, string>();

  /** The values of all controls. */
  const current = (): ControlValues => ({ ...defaultsOf(declared()), ...Object.fromEntries(values) });
  const standingOf = (control: Control) => values.get(control.name) ?? control.default;

  function set(control: Control, value: ControlValue): void {
    const { name, label } = control;
    values.set(name, value);
    if (control.kind === 'text') gate.stands(name, String(value), isExcluded(control));
    position += 1;
    const kept = persist({
      kind: 'control',
      position,
      name,
      label,
      value,
      changedAt: clock.now(),
      frameId: shownFrame(core.phase),
    });
    assignedOf(core.phase)?.worker.send({ type: 'control', name, value: whole(control, value) });
    viewerSlot.sendInTurn({ type: 'control', name, value }, kept);
  }

  /** @returns why words are refused at once, or null */
  function judge(control: Control, given: string, value: string): string | null {
    const cleaned = cleanPrompt(given);
    const decision = isExcluded(control) ? gate.judgeExcluded(cleaned) : gate.judge(cleaned, value);
    if (!(decision instanceof Promise)) return decide(decision, control, value);
    void decision.then((late) => {
      const error = decide(late, control, value);
      const { name } = control;
      if (error) viewerSlot.sendInTurn({ type: 'error', error, control: name, value: standingOf(control) });
    });
    return null;
  }

  function decide(decision: PromptDecision, control: Control, value: string): string | null {
    if (core.phase.name === 'ended') return null;
    if (decision.act === 'refuse') return decision.text;
    if (decision.act === 'end') {
      end();
      return null;
    }
    set(control, value);
    const { name } = control;
    if (decision.act === 'warn')
      viewerSlot.sendInTurn({ type: 'error', error: decision.text, control: name, value });
    return null;
  }

  /** As the worker gets it: images themselves in place of their names. */
  const whole = (control: Control, value: ControlValue): ControlValue =>
    control.kind === 'picture' ? (pictures.get(String(value)) ?? '') : value;

  /** Why this control can't be changed now, or none can; null when it can. */
  function refusal(control: Control | undefined, name: string): string | null {
    if (core.phase.name === 'ended') return 'This dream has ended.';
    if (!changes.take()) return 'Too many changes. Please wait a moment.';
    if (persist.isFull()) return 'Changes can’t be kept at the moment. Please wait.';
    if (!control) return `The generator has no control called “${name}”.`;
    if (!control.live && core.prompts.any()) return `${control.label} is fixed from the first prompt on.`;
    return null;
  }

  /** Why a control takes no image now; null when it does. */
  function pictureFault(name: string): string | null {
    const control = known(name);
    const fault = refusal(control, name);
    if (!fault && control?.kind !== 'picture') return `${control?.label} takes no picture.`;
    return fault ?? gate.pictureFault();
  }

  return {
    /** The values of all controls, for the worker. */
    forWorker: (): ControlValues =>
      Object.fromEntries(declared().map((control) => [control.name, whole(control, standingOf(control))])),
    pictureFault,

    /** Sets a control to an uploaded image; returns a fault in words when it can't. */
    givePicture(name: string, { name: value, dataUri }: { name: string; dataUri: string }): string | null {
      const fault = pictureFault(name);
      const control = known(name);
      if (fault || !control) return fault;
      pictures.set(value, dataUri);
      gate.pictured();
      set(control, value);
      return null;
    },

    /** The value of one; undefined where there is none of this name. */
    value(name: string): ControlValue | undefined {
      const control = known(name);
      return control && standingOf(control);
    },

    /** Sends the viewer the controls and their values, where there are any. */
    send(): void {
      if (declared().length > 0) {
        viewerSlot.send({ type: 'controls', controls: [...declared()], values: current() });
      }
    },

    /** Takes a change; returns a fault in words when it can't. */
    take(name: string, given: ControlValue): string | null {
      const control = known(name);
      const fault = refusal(control, name) ?? (control ? controlFault(control, given) : null);
      if (fault || !control) return fault;
      const value = settled(control, given);
      if (standingOf(control) === value) viewerSlot.sendInTurn({ type: 'control', name, value });
      else if (control.kind === 'text' && value !== '') return judge(control, String(given), String(value));
      else set(control, value);
      return null;
    },
  };
}

const isExcluded = ({ name }: Control) => name === EXCLUDED_WORDS;

/** The value as it is drawn with: numbers on their steps, words as clean as those of a prompt. */
function settled(control: Control, value: ControlValue): ControlValue {
  if (control.kind === 'number') return nearestStep(control, value as number);
  if (control.kind !== 'text') return value;
  return replaceBannedWords(cleanPrompt(value as string)).slice(0, control.max);
}

/** The last frame before a change; null before the first. */
const shownFrame = (phase: Phase): number | null => (isDrawing(phase) ? phase.latestId : null);
