import { replaceBannedWords } from '../shared/banned-words.ts';
import {
  type Control,
  type ControlValue,
  type ControlValues,
  controlFault,
  defaultsOf,
  nearestStep,
} from '../shared/controls.ts';
import { readFrameHeader } from '../shared/frame.ts';
import { assignedOf, isDrawing, type Phase } from './phases.ts';
import { cleanPrompt } from './prompt-log.ts';
import type { RoomCore } from './room-core.ts';
import { createTokenBucket } from './token-bucket.ts';

/** A slider that is dragged for as long as a dream lasts; a script that floods the generator is slowed down. */
const CHANGES = { capacity: 60, perSecond: 6 };

/** What the viewer turns: from the viewer to the worker, and onto the timeline. */
export function createRoomControls(core: RoomCore) {
  const { clock, seat, persist } = core;
  const changes = createTokenBucket(clock, CHANGES);
  const declared = () => assignedOf(core.phase)?.worker.controls ?? [];
  const known = (name: string) => declared().find((one) => one.name === name);
  /** of those that were touched */
  const values = new Map<string, ControlValue>();
  let position = 0;

  /** What all controls stand at. */
  const current = (): ControlValues => ({ ...defaultsOf(declared()), ...Object.fromEntries(values) });
  const standingOf = (control: Control) => values.get(control.name) ?? control.default;

  function set(control: Control, value: ControlValue): void {
    const { name, label } = control;
    values.set(name, value);
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
    assignedOf(core.phase)?.worker.send({ type: 'control', name, value });
    seat.tellInTurn({ type: 'control', name, value }, kept);
  }

  return {
    current,

    /** What one stands at; nothing where there is none of this name. */
    value(name: string): ControlValue | undefined {
      const control = known(name);
      return control && standingOf(control);
    },

    /** Says which controls there are and what they stand at, where there are any. */
    tell(): void {
      if (declared().length > 0) {
        seat.tell({ type: 'controls', controls: [...declared()], values: current() });
      }
    },

    /** Takes a change; answers a fault in words when it can't. */
    take(name: string, given: ControlValue): string | null {
      if (core.phase.name === 'ended') return 'This dream has ended.';
      if (!changes.take()) return 'Too many changes. Please wait a moment.';
      if (persist.isFull()) return 'Changes can’t be kept at the moment. Please wait.';
      const control = known(name);
      if (!control) return `The generator has no control called “${name}”.`;
      if (!control.live && core.prompts.any()) return `${control.label} is fixed from the first prompt on.`;
      const fault = controlFault(control, given);
      if (fault) return fault;
      const value = settled(control, given);
      if (standingOf(control) === value) seat.tellInTurn({ type: 'control', name, value });
      else set(control, value);
      return null;
    },
  };
}

/** The value as it is drawn with: numbers on their steps, words as clean as those of a prompt. */
function settled(control: Control, value: ControlValue): ControlValue {
  if (control.kind === 'number') return nearestStep(control, value as number);
  if (control.kind !== 'text') return value;
  return replaceBannedWords(cleanPrompt(value as string)).slice(0, control.max);
}

/** The last picture before a change; null before the first. */
function shownFrame(phase: Phase): number | null {
  const header = isDrawing(phase) && phase.latest && readFrameHeader(phase.latest);
  return header && typeof header !== 'string' ? header.frameId : null;
}
