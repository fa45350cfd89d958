const CHUNK_MS = 4000;
const LAST_CHUNK_MS = 1000;
/** Plenty for speech. */
const BITS_PER_SECOND = 24_000;
const TYPES = ['audio/webm;codecs=opus', 'audio/mp4', 'audio/ogg;codecs=opus'];

/** Records the microphone during a dream into one file. Paused while the microphone is off. */
export class VoiceRecorder {
  /** ms since the epoch; distinguishes this recording from those of other pages of the same dream */
  readonly id = String(Date.now());
  #recorder: MediaRecorder | null = null;
  #chunks: Blob[] = [];
  /** bytes stored on the server */
  #kept = 0;

  /** Idempotent: resumes a paused recording. */
  start(sound: MediaStream) {
    if (this.#recorder) {
      if (this.#recorder.state === 'paused') this.#recorder.resume();
      return;
    }
    const mimeType = TYPES.find((type) => globalThis.MediaRecorder?.isTypeSupported(type));
    if (!mimeType) return;
    try {
      const recorder = new MediaRecorder(sound, { mimeType, audioBitsPerSecond: BITS_PER_SECOND });
      recorder.ondataavailable = ({ data }) => {
        if (data.size > 0) this.#chunks.push(data);
      };
      recorder.start(CHUNK_MS);
      this.#recorder = recorder;
    } catch (error) {
      // A browser that fails to record despite supporting the type can still transcribe.
      console.warn('The voice can’t be recorded.', error);
    }
  }

  pause() {
    if (this.#recorder?.state === 'recording') this.#recorder.pause();
  }

  /** The part not yet on the server and its offset. Null if the server has everything. */
  async collect(): Promise<{ part: Blob; offset: number; size: number } | null> {
    await this.#fetchLast();
    const type = this.#recorder?.mimeType ?? 'audio/webm';
    const whole = new Blob(this.#chunks, { type });
    const offset = this.#kept;
    if (whole.size === offset) return null;
    return { part: whole.slice(offset, whole.size, type), offset, size: whole.size };
  }

  /** @param size bytes stored on the server */
  kept(size: number) {
    this.#kept = size;
  }

  #fetchLast(): Promise<void> {
    const recorder = this.#recorder;
    if (!recorder || recorder.state === 'inactive') return Promise.resolve();
    return new Promise((resolve) => {
      // A failed recorder never delivers its last chunk, and the page waits for this while it unloads.
      const timer = setTimeout(resolve, LAST_CHUNK_MS);
      const come = () => {
        clearTimeout(timer);
        resolve();
      };
      recorder.addEventListener('dataavailable', come, { once: true });
      recorder.requestData();
    });
  }
}
