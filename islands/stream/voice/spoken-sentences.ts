import { isUnfinished } from '../../../modules/voice/contract/is-unfinished.ts';
import { SAMPLE_RATE, WINDOW_SAMPLES } from '../../../modules/voice/contract/limits.ts';
import { readTranscript } from '../../../modules/voice/contract/read-transcript.ts';
import type { Phrase } from '../../../modules/voice/contract/voice-activity.ts';
import { soundsLike } from './heard.ts';

/** Silence that ends a sentence. People pause for a second mid-sentence, and longer after "and". */
const PAUSE_MS = 1500;
const PAUSE_UNFINISHED_MS = 3000;
/** For long sentences, so that a user who hardly pauses still sees results. */
const PAUSE_LONG_MS = 700;
const LONG_SECONDS = 15;
/** Minimum time that text stays visible before it is sent, so that the user can stop it. */
const MIN_SHOWN_MS = 1000;
/** Text that arrives much later than it was said would change a dream that has moved on. */
const STALE_MS = 30_000;
/** Maximum sentences waiting for transcription. Older ones are dropped. */
const MAX_WAITING = 3;
/** Interval of live transcription while the user speaks, on devices fast enough for it. */
const GROW_INTERVAL_MS = 1200;

interface Dependencies {
  /** null if it failed this time */
  transcribe(sound: Float32Array<ArrayBuffer>): Promise<string | null>;
  /** the text about to be sent, as far as it is known; null if there is none */
  show(text: string | null): void;
  /** @param seconds of voice in the sentence */
  release(text: string, seconds: number): void;
  onWriting(sentences: number): void;
  onFault(error: Error): void;
  now(): number;
  /** transcribe while the user is still speaking; only for local models, where calls are free */
  growing: boolean;
}

interface Sentence {
  sounds: Float32Array<ArrayBuffer>[];
  samples: number;
  /** seconds of voice */
  seconds: number;
  /** when the last phrase ended */
  quietAt: number;
  /** the sentence is complete */
  closed: boolean;
  /** incremented with each phrase; `written` is the version that `text` covers */
  version: number;
  written: number;
  text: string;
  /** when the visible text last changed */
  shownAt: number;
}

/**
 * Groups phrases into prompts. A phrase that follows soon is transcribed together with the previous ones, since models
 * do better with whole sentences. How soon depends on whether the text so far looks complete.
 */
export class SpokenSentences {
  /** the last one is still being spoken unless `closed` */
  #sentences: Sentence[] = [];
  #speaking = false;
  /** the phrase being spoken was discarded */
  #dropsPhrase = false;
  #busy = false;
  #grewAt = 0;
  /** time of the last transcription; unknown before the first */
  #tookMs = Number.POSITIVE_INFINITY;
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #deps: Dependencies;

  constructor(deps: Dependencies) {
    this.#deps = deps;
  }

  /** @param soFar the phrase being spoken */
  listen(speaking: boolean, soFar: () => Phrase | null) {
    if (speaking && !this.#speaking) this.#began();
    if (!speaking && this.#speaking) this.#settle();
    if (!speaking) this.#dropsPhrase = false;
    this.#speaking = speaking;
    if (speaking) this.#grow(soFar);
  }

  /** Adds a complete phrase. */
  add(phrase: Phrase) {
    if (this.#dropsPhrase) return this.listen(false, () => null);
    const now = this.#deps.now();
    let open = this.#open;
    if (open && open.samples + phrase.sound.length > WINDOW_SAMPLES) {
      open.closed = true;
      open = undefined;
    }
    if (!open) {
      open = {
        sounds: [],
        samples: 0,
        seconds: 0,
        quietAt: 0,
        closed: false,
        version: 0,
        written: 0,
        text: '',
        shownAt: 0,
      };
      this.#sentences.push(open);
      if (this.#sentences.length > MAX_WAITING) this.#sentences.shift();
    }
    open.sounds.push(phrase.sound);
    open.samples += phrase.sound.length;
    open.seconds += phrase.seconds;
    open.quietAt = now - phrase.pauseMs;
    open.version++;
    // Cut off mid-sentence: the model can't take more sound at once.
    open.closed = open.samples > WINDOW_SAMPLES - SAMPLE_RATE;
    this.#speaking = false;
    this.#settle();
  }

  /** The user is done: the key was released, or the microphone is off. */
  finish() {
    if (this.#open) this.#open.closed = true;
    this.#speaking = false;
    this.#settle();
  }

  /** The user doesn't want this sent, nor the rest of the phrase being spoken. */
  discard() {
    this.#sentences = [];
    this.#dropsPhrase = this.#speaking;
    this.#deps.show(null);
    this.#settle();
  }

  get #open(): Sentence | undefined {
    const last = this.#sentences.at(-1);
    return last?.closed ? undefined : last;
  }

  #began() {
    const open = this.#open;
    // Its text may still be unknown, so only the silence counts.
    if (open && this.#deps.now() - open.quietAt >= PAUSE_UNFINISHED_MS) open.closed = true;
    clearTimeout(this.#timer);
  }

  #grow(soFar: () => Phrase | null) {
    const now = this.#deps.now();
    if (
      !this.#deps.growing ||
      this.#busy ||
      this.#dropsPhrase ||
      this.#sentences.some(({ closed }) => closed)
    )
      return;
    if (this.#tookMs > GROW_INTERVAL_MS || now - this.#grewAt < GROW_INTERVAL_MS) return;
    const phrase = soFar();
    if (!phrase) return;
    this.#grewAt = now;
    const before = this.#open;
    const sounds = [...(before?.sounds ?? []), phrase.sound];
    const seconds = (before?.seconds ?? 0) + phrase.seconds;
    void this.#write(sounds, seconds).then((text) => {
      // Only if it is still being spoken; a finished sentence gets its own transcription.
      if (text && this.#speaking && !this.#dropsPhrase && this.#open === before) this.#deps.show(text);
      this.#settle();
    });
  }

  /** Takes the next step: transcribe, wait or release. */
  #settle(): void {
    clearTimeout(this.#timer);
    this.#sentences = this.#sentences.filter((one) =>
      isUnwritten(one) ? !this.#isStale(one) : one.text !== '',
    );
    this.#writeDown();
    const first = this.#sentences[0];
    if (!first && !this.#speaking) this.#deps.show(null);
    if (!first || isUnwritten(first) || (first === this.#open && this.#speaking)) return;
    const now = this.#deps.now();
    const goesAt = Math.max(pauseOf(first) + first.quietAt, first.shownAt + MIN_SHOWN_MS);
    if (goesAt > now) {
      this.#timer = setTimeout(() => this.#settle(), goesAt - now);
      return;
    }
    this.#sentences.shift();
    this.#deps.show(null);
    this.#deps.release(first.text, first.seconds);
    this.#show(this.#sentences[0]);
    this.#settle();
  }

  #writeDown(): void {
    const unwritten = this.#sentences.filter(isUnwritten);
    this.#deps.onWriting(unwritten.length);
    const [sentence] = unwritten;
    if (!sentence || this.#busy) return;
    const { version, sounds, seconds } = sentence;
    void this.#write(sounds, seconds).then((text) => {
      sentence.written = version;
      const others = this.#sentences.filter((one) => one !== sentence);
      // If transcription fails, keep the text so far.
      if (text !== null) {
        const isLate = this.#isStale(sentence);
        const isRepeated = others.some((other) => soundsLike(other.text, text));
        sentence.text = isLate || isRepeated ? '' : text;
        if (this.#sentences[0] === sentence) this.#show(sentence);
      }
      this.#settle();
    });
  }

  #show(sentence: Sentence | undefined): void {
    if (!sentence || sentence.text === '') return;
    sentence.shownAt = this.#deps.now();
    this.#deps.show(sentence.text);
  }

  #isStale({ quietAt, text }: Sentence): boolean {
    return text === '' && this.#deps.now() - quietAt > STALE_MS;
  }

  async #write(sounds: Float32Array<ArrayBuffer>[], seconds: number): Promise<string | null> {
    this.#busy = true;
    const began = this.#deps.now();
    try {
      const written = await this.#deps.transcribe(joined(sounds));
      return written === null ? null : readTranscript(written, seconds);
    } catch (error) {
      this.#deps.onFault(error as Error);
      return null;
    } finally {
      this.#busy = false;
      this.#tookMs = this.#deps.now() - began;
    }
  }
}

const isUnwritten = ({ version, written }: Sentence) => version > written;

function pauseOf({ closed, text, seconds }: Sentence): number {
  if (closed) return 0;
  if (isUnfinished(text)) return PAUSE_UNFINISHED_MS;
  return seconds > LONG_SECONDS ? PAUSE_LONG_MS : PAUSE_MS;
}

function joined(sounds: Float32Array<ArrayBuffer>[]): Float32Array<ArrayBuffer> {
  const whole = new Float32Array(
    Math.min(
      WINDOW_SAMPLES,
      sounds.reduce((sum, { length }) => sum + length, 0),
    ),
  );
  let at = 0;
  for (const sound of sounds) {
    whole.set(sound.subarray(0, whole.length - at), at);
    at += Math.min(sound.length, whole.length - at);
  }
  return whole;
}
