import { newId } from '../../../src/kit/ids.ts';
import type { Frame } from '../../protocol/frame.ts';
import type { PromptDecision, PromptGate } from '../../safety/safety.ts';
import { type DrawingPhase, isDrawing } from './phases.ts';
import { ackOf, TOO_MANY } from './prompt-log.ts';
import type { RoomCore } from './room-core.ts';

export type RoomPrompts = ReturnType<typeof createRoomPrompts>;

/** A prompt that is taken, as the log knows it. */
interface Taken {
  id: string;
  text: string;
  position: number;
}

const ENDED = 'This dream has ended.';
/** About the prompt with which a dream is ended. */
const NOT_DRAWN = 'This isn’t drawn here.';

const isDrawn = ({ act }: PromptDecision) => act === 'pass' || act === 'warn';

interface PromptParts {
  /** judges whether they may be drawn */
  gate: PromptGate;
  /** sends a frame on its way that waited for its turn */
  show(phase: DrawingPhase, frame: Frame): void;
  /** so much was refused that the dream ends */
  end(): void;
}

/** A prompt's way: from the viewer to the worker, and back with the frame that shows it. */
export function createRoomPrompts(core: RoomCore, { gate, show, end }: PromptParts) {
  const { clock, viewerSlot, prompts, persist } = core;
  /** The newest prompt beyond the limit: only it is wanted, and it goes as soon as it may. */
  let held: { id: string; rawText: string } | null = null;

  function take(clientId: string | undefined, rawText: string): string | null {
    const { phase } = core;
    if (phase.name === 'ended') return ENDED;
    if (persist.isFull()) return 'Prompts can’t be kept at the moment. Please wait.';
    const asId = clientId ?? newId();
    const taken = prompts.take(asId, rawText);
    if (taken === TOO_MANY) {
      hold({ id: asId, rawText });
      return null;
    }
    if (typeof taken === 'string') return taken;
    const { id, text, given, repeated } = taken;
    if (repeated) {
      viewerSlot.sendInTurn({ type: 'prompt_received', id, text }, persist.kept());
      return null;
    }
    hold(null, id);
    const decision = gate.judge(given, text);
    if (!(decision instanceof Promise)) return decide(decision, taken);
    store(taken, true);
    void decision.then((late) => {
      if (core.phase.name === 'ended') return;
      const { position } = taken;
      persist({ kind: isDrawn(late) ? 'prompt-passed' : 'prompt-refused', position });
      const error = decide(late, taken, true);
      if (error) viewerSlot.sendInTurn({ type: 'error', error, id });
    });
    return null;
  }

  /** Stores a prompt, before its verdict where one is awaited, and acknowledges it once it is. */
  function store({ position, id, text }: Taken, checking: boolean): void {
    const write = { kind: 'prompt', position, clientId: id, text, sentAt: clock.now() } as const;
    const kept = persist(checking ? { ...write, checking } : write);
    viewerSlot.sendInTurn({ type: 'prompt_received', id, text }, kept);
  }

  /** @returns why it is refused, or null */
  function decide(decision: PromptDecision, taken: Taken, isStored = false): string | null {
    const { id } = taken;
    if (!isDrawn(decision)) {
      const text = decision.act === 'refuse' ? decision.text : NOT_DRAWN;
      prompts.refuse(id, text);
      if (decision.act === 'refuse') return text;
      viewerSlot.sendInTurn({ type: 'error', error: text, id });
      end();
      return null;
    }
    if (!isStored) store(taken, false);
    prompts.passed(id);
    draw(taken);
    if (decision.act === 'warn') viewerSlot.sendInTurn({ type: 'safety', id, text: decision.text });
    return null;
  }

  function draw({ id, text }: Taken): void {
    const { phase } = core;
    // Until the worker is ready, prompts wait in the log.
    if (!isDrawing(phase)) return;
    if (phase.name === 'ready') phase.askedAt ??= clock.now();
    phase.assigned.worker.send({ type: 'prompt', id, text });
  }

  /** Replaces the held prompt, which is then superseded unless it is the same one. */
  function hold(next: typeof held, nextId = next?.id): void {
    if (held && held.id !== nextId) {
      const { id, rawText } = held;
      viewerSlot.sendInTurn({
        type: 'prompt_ack',
        id,
        text: rawText.trim(),
        frame_id: null,
        superseded: true,
      });
    }
    held = next;
  }

  return {
    /** Takes a prompt, at once or as soon as it may; returns a fault in words when it never can. */
    take,

    /** Sends what was held back. */
    release(): void {
      if (!held) return;
      const { id, rawText } = held;
      const error = take(id, rawText);
      if (!error) return;
      held = null;
      viewerSlot.sendInTurn({ type: 'error', error, id });
    },

    /** At the end of the dream: sends the viewer the prompts whose verdict never came, and one that was held back. */
    conclude(): void {
      if (held) viewerSlot.sendInTurn({ type: 'error', error: ENDED, id: held.id });
      held = null;
      for (const one of prompts.leaveUnchecked()) viewerSlot.sendInTurn(ackOf(one));
    },

    /** The worker reports in which frame a prompt arrives, and what of it it did not understand. */
    arrives(
      phase: DrawingPhase,
      ack: { id: string; frame_id: number; text?: string | null | undefined; drawn?: boolean | undefined },
    ): void {
      if (!prompts.isWaiting(ack.id)) return;
      const { frameId, frame } = phase.intake.prompted(ack.frame_id);
      const { shown, overtaken } = prompts.shown(ack.id, frameId, ack.text || null, ack.drawn);
      for (const one of overtaken) viewerSlot.sendInTurn(ackOf(one));
      if (!shown) return;
      const { position } = shown;
      const kept = persist({ kind: 'prompt-shown', position, frameId, shownAt: clock.now() });
      viewerSlot.sendInTurn(ackOf(shown), kept);
      if (frame) show(phase, frame);
    },
  };
}
