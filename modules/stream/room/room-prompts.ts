import { newId } from '../../kit/ids.ts';
import { m } from '../../kit/texts/m.ts';
import type { Frame } from '../../protocol/frame.ts';
import type { ViewerEvent, ViewerRefusal } from '../../protocol/viewer-messages.ts';
import type { RelayMessage } from '../../protocol/worker-messages.ts';
import type { PromptDecision, PromptGate } from '../../safety/safety.ts';
import { type DrawingPhase, isDrawing } from './phases.ts';
import { ackOf, type PromptAuthor, receivedOf, TOO_MANY } from './prompt-log.ts';
import type { RoomCore } from './room-core.ts';

export type RoomPrompts = ReturnType<typeof createRoomPrompts>;

/** An accepted prompt, as the log returns it. */
interface Taken {
  id: string;
  text: string;
  position: number;
  timing?: PromptTiming;
  by: PromptAuthor | null;
}

/** When and how a score's prompt shows, as in the message to the worker. */
export type PromptTiming = Pick<
  Extract<RelayMessage, { type: 'prompt' }>,
  'at_frame' | 'soft' | 'resumes' | 'more'
>;

const isDrawn = ({ act }: PromptDecision) => act === 'pass' || act === 'warn';

interface PromptParts {
  /** decides whether a prompt may be drawn */
  gate: PromptGate;
  /** shows a frame that was held back by the rate limit */
  show(phase: DrawingPhase, frame: Frame): void;
  /** ends the dream after too many rejections */
  end(): void;
}

/** The path of a prompt: from the viewer to the worker, and back with the frame that shows it. */
const ended = (): ViewerRefusal => ({ code: 'ended', error: m.stream_dream_ended() });

export function createRoomPrompts(core: RoomCore, { gate, show, end }: PromptParts) {
  const { clock, viewerSlot, fanOut, prompts, persist } = core;
  /** The newest prompt over the rate limit, sent as soon as the limit allows. Newer ones replace it. */
  let held: { id: string; raw: string; by: PromptAuthor | null } | null = null;

  /** @param by the watcher whose prompt it is; null: the dreamer */
  function take(
    sentId: string | undefined,
    raw: string,
    timing: PromptTiming = {},
    by: PromptAuthor | null = null,
  ): ViewerRefusal | null {
    const { phase } = core;
    if (phase.name === 'ended') return ended();
    if (persist.isFull()) return { code: 'prompt-not-stored', error: m.stream_prompt_not_stored() };
    const id = sentId ?? newId();
    const logged = prompts.take(id, raw, by);
    if (logged === TOO_MANY) {
      hold({ id, raw, by });
      return null;
    }
    if ('code' in logged) return logged;
    const taken = { ...logged, timing };
    const { text, cleaned, repeated } = taken;
    if (repeated) {
      viewerSlot.sendInTurn(receivedOf(taken), persist.kept());
      return null;
    }
    hold(null, id);
    // A watcher's words have been classified, and must not count against the dreamer.
    const decision = by ? gate.judgeWords(cleaned) : gate.judge(cleaned, text);
    if (!(decision instanceof Promise)) return decide(decision, taken);
    store(taken, true);
    void decision.then((late) => {
      if (core.phase.name === 'ended') return;
      const { position } = taken;
      persist({ kind: isDrawn(late) ? 'prompt-passed' : 'prompt-refused', position });
      const refused = decide(late, taken, true);
      if (refused) viewerSlot.sendInTurn({ type: 'error', ...refused, id });
    });
    return null;
  }

  /** Stores a prompt and acknowledges it once stored. @param checking it still awaits its verdict */
  function store(taken: Taken, checking: boolean): void {
    const { position, id, text, timing, by } = taken;
    const { soft } = timing ?? {};
    const kept = persist({
      ...({ kind: 'prompt', position, clientId: id, text, sentAt: clock.now() } as const),
      ...(soft !== undefined && { soft }),
      ...(checking && { checking }),
      ...(by && { fromAudience: true, byName: by.name, byUserId: by.userId }),
    });
    viewerSlot.sendInTurn(receivedOf(taken), kept);
  }

  /** @returns why it is rejected, or null */
  function decide(decision: PromptDecision, taken: Taken, isStored = false): ViewerRefusal | null {
    const { id } = taken;
    if (!isDrawn(decision)) {
      const error = decision.act === 'refuse' ? decision.text : m.stream_prompt_not_drawn();
      const refused: ViewerRefusal = { code: 'moderated', error };
      prompts.refuse(id, refused);
      if (decision.act === 'refuse') return refused;
      viewerSlot.sendInTurn({ type: 'error', ...refused, id });
      end();
      return null;
    }
    if (!isStored) store(taken, false);
    prompts.passed(id);
    fanOut.send(receivedOf(taken));
    draw(taken);
    if (decision.act === 'warn') viewerSlot.sendInTurn({ type: 'safety', id, text: decision.text });
    return null;
  }

  function draw({ id, text, timing }: Taken): void {
    const { phase } = core;
    // Prompts wait in the log until the worker is ready.
    if (!isDrawing(phase)) return;
    if (phase.name === 'ready') phase.askedAt ??= clock.now();
    phase.assigned.worker.send({ type: 'prompt', id, text, ...timing });
  }

  /** Reports that a watcher's words, which have no receipt yet, can't become the prompt. */
  function rejectOfAudience(text: string, { name }: PromptAuthor, { error }: ViewerRefusal): void {
    const event: ViewerEvent = { type: 'suggestion_refused', text, from: name, error };
    viewerSlot.sendInTurn(event);
    fanOut.send(event);
  }

  /** Replaces the held prompt. Reports the old one as superseded, unless it is the same prompt. */
  function hold(next: typeof held, nextId = next?.id): void {
    if (held && held.id !== nextId) {
      const { id, raw } = held;
      viewerSlot.sendInTurn({
        type: 'prompt_ack',
        id,
        text: raw.trim(),
        frame_id: null,
        superseded: true,
      });
    }
    held = next;
  }

  return {
    /** Accepts a prompt now or as soon as the rate limit allows. Returns the reason if it is rejected. */
    take,

    /** Sends the held prompt. */
    release(): void {
      if (!held) return;
      const { id, raw, by } = held;
      const refused = take(id, raw, {}, by);
      if (!refused) return;
      held = null;
      if (by) rejectOfAudience(raw.trim(), by, refused);
      else viewerSlot.sendInTurn({ type: 'error', ...refused, id });
    },

    /** At the end of the dream: reports to the viewer the held prompt and those still without a verdict. */
    conclude(): void {
      if (held) viewerSlot.sendInTurn({ type: 'error', ...ended(), id: held.id });
      held = null;
      for (const one of prompts.leaveUnchecked()) viewerSlot.sendInTurn(ackOf(one));
    },

    /** The worker reports which frame shows a prompt, and what it didn't understand of it. */
    arrives(
      phase: DrawingPhase,
      ack: { id: string; frame_id: number; text?: string | null | undefined; drawn?: boolean | undefined },
    ): void {
      if (!prompts.isWaiting(ack.id)) return;
      const { frameId, frame } = phase.intake.prompted(ack.frame_id);
      const { shown, overtaken } = prompts.shown(ack.id, frameId, ack.text || null, ack.drawn);
      for (const one of overtaken) {
        viewerSlot.sendInTurn(ackOf(one));
        fanOut.send(ackOf(one));
      }
      if (!shown) return;
      fanOut.send(ackOf(shown));
      const { position } = shown;
      // A repetition needs the generator's own frame, even if that one was left out here.
      const drawnAt = phase.assigned.worker.isExact ? ack.frame_id : frameId;
      const kept = persist({ kind: 'prompt-shown', position, frameId: drawnAt, shownAt: clock.now() });
      viewerSlot.sendInTurn(ackOf(shown), kept);
      if (frame) show(phase, frame);
    },
  };
}
