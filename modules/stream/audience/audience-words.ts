import { replaceBannedWords } from '../../dreams/contract/banned-words.ts';
import { createTokenBucket } from '../../kit/flow/token-bucket.ts';
import { m } from '../../kit/texts/m.ts';
import { REACTIONS } from '../../protocol/audience-messages.ts';
import type { ControlValue } from '../../protocol/controls.ts';
import type { ViewerEvent, ViewerRefusal } from '../../protocol/viewer-messages.ts';
import { cleanPrompt, type PromptAuthor } from '../room/prompt-log.ts';
import type { RoomControls } from '../room/room-controls.ts';
import type { RoomCore } from '../room/room-core.ts';
import type { RoomSafety } from '../room/room-safety.ts';
import type { RoomSteering } from '../room/room-steering.ts';
import { createSuggestions, type Suggestion } from './suggestions.ts';
import type { Watcher, WatcherIdentity, Watchers } from './watchers.ts';

/** Minimum interval between states of a vote. */
const BALLOT_INTERVAL_MS = 500;
/** Shown of one kind at a time. */
const MAX_REACTIONS = 20;
/** Of all guests of one network, who could otherwise come back for more. */
const GUESTS_SUGGEST = { capacity: 12, perSecond: 0.5 };
/** Of all players together, below the dreamer's own limits. */
const ALL_PLAY = { capacity: 6, perSecond: 1 };
/** A change of a control weighs less than a prompt. */
const CONTROL_COST = 0.25;

export interface WordParts {
  /** makes a watcher's words the prompt. @returns why they are rejected, or null */
  say(text: string, by: PromptAuthor): ViewerRefusal | null;
  controls: Pick<RoomControls, 'declared'>;
  steering: Pick<RoomSteering, 'take'>;
  safety: Pick<RoomSafety, 'gateOfWatcher'>;
  watchers: Pick<Watchers, 'has' | 'list'>;
}

/** The words of an audience: suggestions, votes, reactions, and the prompts and controls of players. */
export function createAudienceWords(
  core: RoomCore,
  { say, controls, steering, safety, watchers }: WordParts,
) {
  const { clock, fanOut, viewerSlot } = core;
  const suggestions = createSuggestions(clock);
  const allPlay = createTokenBucket(clock, ALL_PLAY);
  const guestsSuggest = new Map<string, ReturnType<typeof createTokenBucket>>();
  let reactions = new Array<number>(REACTIONS).fill(0);
  let ballotDue = false;
  let ballotAt = Number.NEGATIVE_INFINITY;

  function toBoth(event: ViewerEvent): void {
    viewerSlot.send(event);
    fanOut.send(event);
  }

  function sendControls({ link }: Watcher): void {
    const steered = steerable();
    if (steered.length > 0)
      link.send({ type: 'controls', controls: steered, values: controls.declared().values });
  }

  /** Not images and cameras, which are the dreamer's, and not words, which the rules judge as the dreamer's. */
  const steerable = () =>
    controls
      .declared()
      .controls.filter(({ kind }) => kind !== 'picture' && kind !== 'text' && kind !== 'video');

  /** Judges a watcher's words. @returns why they are rejected, or the text to use */
  async function judge(raw: string): Promise<{ text: string } | ViewerRefusal> {
    const cleaned = cleanPrompt(raw);
    if (cleaned === '') return { code: 'prompt-empty', error: m.stream_prompt_empty() };
    const text = replaceBannedWords(cleaned);
    const decision = await safety.gateOfWatcher().judge(cleaned, text);
    if (decision.act === 'pass') return { text };
    return {
      code: 'moderated',
      error: decision.act === 'refuse' ? decision.text : m.stream_prompt_not_drawn(),
    };
  }

  async function suggest(watcher: Watcher, raw: string): Promise<void> {
    if (!watcher.suggests.take() || !mayGuestSuggest(watcher.who)) return void watcher.reject(tooMany());
    const judged = await judge(raw);
    if (!watchers.has(watcher)) return;
    if ('code' in judged) return void watcher.reject(judged);
    const added = suggestions.add(judged.text, watcher.author, watcher.voter);
    if (!added) return void watcher.reject(tooMany());
    const event = suggestionEvent(added);
    watcher.link.send(event);
    viewerSlot.send(event);
    ballotDue = true;
  }

  function mayGuestSuggest({ userId, network }: WatcherIdentity): boolean {
    if (userId !== null) return true;
    const bucket = guestsSuggest.get(network) ?? createTokenBucket(clock, GUESTS_SUGGEST);
    guestsSuggest.set(network, bucket);
    return bucket.take();
  }

  async function prompt(watcher: Watcher, raw: string): Promise<void> {
    if (watcher.role !== 'player') return void watcher.reject(notAPlayer());
    if (!watcher.plays.take() || !allPlay.take()) return void watcher.reject(tooMany());
    const judged = await judge(raw);
    if ('code' in judged) return void watcher.reject(judged);
    // The role may have been taken back, and the link closed, while the words were judged.
    if (!watchers.has(watcher) || watcher.role !== 'player') return;
    const refused = say(judged.text, watcher.author);
    if (refused) watcher.reject(refused);
  }

  function control(watcher: Watcher, name: string, value: ControlValue): void {
    if (watcher.role !== 'player') return void watcher.reject(notAPlayer());
    const control = steerable().find((one) => one.name === name);
    if (control?.kind === 'axes') {
      // Whatever is left out is repeated at once.
      if (watcher.steers.take()) steering.take(name, value);
      return;
    }
    if (!watcher.plays.take(CONTROL_COST) || !allPlay.take(CONTROL_COST))
      return void watcher.reject(tooMany());
    if (!control)
      return void watcher.reject({ code: 'control-unknown', error: m.stream_control_unknown({ name }) });
    const refused = steering.take(name, value);
    if (refused) return void watcher.reject(refused);
    for (const one of watchers.list()) if (one.role === 'player') sendControls(one);
  }

  /** A suggestion becomes the prompt. If it can't, everyone learns why. */
  function draw({ id, text, by }: Suggestion): void {
    forget(id);
    const refused = say(text, by);
    if (refused) toBoth({ type: 'suggestion_refused', text, from: by.name, error: refused.error });
  }

  function drop(id: string): void {
    if (suggestions.remove(id)) forget(id);
  }

  function forget(id: string): void {
    toBoth({ type: 'suggestion_gone', id });
    ballotDue = true;
  }

  const ballotEvent = (): ViewerEvent => ({
    type: 'ballot',
    seconds: suggestions.secondsLeft(),
    every: suggestions.every(),
    candidates: suggestions.candidates(),
  });

  return {
    sendControls,
    suggest,
    prompt,
    control,
    vote({ voter }: Watcher, id: string): void {
      if (suggestions.vote(voter, id)) ballotDue = true;
    },
    react({ reacts }: Watcher, kind: number): void {
      if (!reacts.take()) return;
      reactions[kind] = Math.min(MAX_REACTIONS, (reactions[kind] ?? 0) + 1);
    },
    /** Sends a watcher who joins the vote, and their own suggestions from an earlier connection. */
    greet({ link, voter }: Watcher): void {
      for (const one of suggestions.listOf(voter)) link.send(suggestionEvent(one));
      link.send(ballotEvent());
    },
    leave({ voter, who }: Watcher): void {
      if (suggestions.leave(voter)) ballotDue = true;
      // A guest's next connection is another guest.
      if (who.userId !== null) return;
      for (const { id } of suggestions.listOf(voter)) {
        const left = suggestions.withdraw(id, voter);
        if (!left) forget(id);
        else viewerSlot.send(suggestionEvent(left));
        ballotDue = true;
      }
    },

    greetDreamer(): void {
      for (const one of suggestions.list()) viewerSlot.send(suggestionEvent(one));
      viewerSlot.send(ballotEvent());
    },
    take(id: string): void {
      const found = suggestions.remove(id);
      if (found) draw(found);
    },
    drop,
    openBallot(seconds: number | null): void {
      suggestions.openBallot(seconds);
      toBoth(ballotEvent());
    },
    clear(): void {
      suggestions.openBallot(null);
      for (const { id } of suggestions.list()) drop(id);
      ballotDue = true;
    },

    tick(): void {
      for (const { id } of suggestions.expire()) toBoth({ type: 'suggestion_gone', id });
      const outcome = suggestions.outcome();
      if (outcome) ballotDue = true;
      if (outcome?.winner) draw(outcome.winner);
      if (reactions.some((count) => count > 0)) {
        toBoth({ type: 'reactions', counts: reactions });
        reactions = reactions.map(() => 0);
      }
      const now = clock.monotonic();
      if (!ballotDue || now - ballotAt < BALLOT_INTERVAL_MS) return;
      ballotDue = false;
      ballotAt = now;
      toBoth(ballotEvent());
    },
  };
}

const suggestionEvent = ({ id, text, by, wishes }: Suggestion): ViewerEvent => ({
  type: 'suggestion',
  id,
  text,
  from: by.name,
  wishes: wishes.size,
});

const tooMany = (): ViewerRefusal => ({ code: 'suggestion-limit', error: m.stream_suggestion_limit() });
const notAPlayer = (): ViewerRefusal => ({ code: 'not-a-player', error: m.stream_not_a_player() });
