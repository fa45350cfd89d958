import { MESSAGE_MAX, MESSAGES_A_CALL } from '../../../modules/dreams/contract/limits.ts';
import { assistantLineOf, type Receipt } from './receipt.ts';

/** A line of the transcript. */
export interface Line {
  id: string;
  text: string;
  /** ms since the epoch */
  timestamp: number;
  isUser: boolean;
}

const AFTER_INACTIVITY_MS = 5_000;
const INTERVAL_MS = 30_000;
/** Browsers limit requests from an unloading page to 64 KB. */
const BEACON_BYTES = 60_000;

interface Dependencies {
  /** @returns true if the lines were saved */
  save(lines: Line[]): Promise<boolean>;
  /** sends lines while the page unloads, without waiting for a response */
  beacon(lines: Line[]): void;
}

/** Saves the transcript. Lines are keyed by id, so saving is idempotent, and failed saves are retried. */
export class ConversationKeeper {
  readonly #lines = new Map<string, Line>();
  /** the text of each line as stored on the server */
  readonly #saved = new Map<string, string>();
  readonly #deps: Dependencies;
  #debounce: ReturnType<typeof setTimeout> | undefined;
  readonly #interval: ReturnType<typeof setInterval>;
  #saving: Promise<void> = Promise.resolve();

  constructor(deps: Dependencies) {
    this.#deps = deps;
    this.#interval = setInterval(() => void this.flush(), INTERVAL_MS);
  }

  update(receipts: Receipt[]) {
    let changed = false;
    for (const line of receipts.flatMap(linesOf)) {
      if (this.#lines.get(line.id)?.text === line.text) continue;
      this.#lines.set(line.id, line);
      changed = true;
    }
    if (!changed) return;
    clearTimeout(this.#debounce);
    this.#debounce = setTimeout(() => void this.flush(), AFTER_INACTIVITY_MS);
  }

  /** Saves unsaved lines, one request at a time. */
  flush(): Promise<void> {
    clearTimeout(this.#debounce);
    this.#saving = this.#saving.then(async () => {
      for (let lines = this.#unsaved(); lines.length > 0; lines = this.#unsaved()) {
        const part = lines.slice(0, MESSAGES_A_CALL);
        if (!(await this.#deps.save(part))) return;
        for (const { id, text } of part) this.#saved.set(id, text);
      }
    });
    return this.#saving;
  }

  /** Call when the page may be unloading. */
  leave() {
    let lines = this.#unsaved().slice(-MESSAGES_A_CALL);
    while (lines.length > 0 && JSON.stringify(lines).length * 2 > BEACON_BYTES) lines = lines.slice(1);
    if (lines.length > 0) this.#deps.beacon(lines);
  }

  /** True if the line was written on this page. */
  has(id: string): boolean {
    return this.#lines.has(id);
  }

  stop() {
    clearTimeout(this.#debounce);
    clearInterval(this.#interval);
  }

  #unsaved(): Line[] {
    return [...this.#lines.values()].filter(({ id, text }) => this.#saved.get(id) !== text);
  }
}

/** The user's words, and the assistant's version of them. */
function linesOf({ id, userText, text, at, source, assisted }: Receipt): Line[] {
  // Replayed by the relay; the page that sent it has saved it.
  if (source === 'earlier') return [];
  const line = (own: string, words: string, isUser: boolean): Line => ({
    id: own,
    text: words.slice(0, MESSAGE_MAX),
    // Sort the assistant's line after the user's.
    timestamp: isUser ? at : at + 1,
    isUser,
  });
  const user = line(id, userText, true);
  return assisted ? [user, line(assistantLineOf(id), text, false)] : [user];
}
