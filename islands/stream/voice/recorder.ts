const CHUNK_MS = 4000;
const LAST_CHUNK_MS = 1000;
/** Speech needs no more. */
const BITS_PER_SECOND = 24_000;
const TYPES = ['audio/webm;codecs=opus', 'audio/mp4', 'audio/ogg;codecs=opus'];

/** Records what the microphone hears in one dream, as one file: it pauses while the microphone is off. */
export class VoiceRecorder {
  /** distinguishes it from those of pages that this dream was spoken to before: ms since the epoch */
  readonly id = String(Date.now());
  #recorder: MediaRecorder | null = null;
  #chunks: Blob[] = [];
  /** bytes that the server has */
  #kept = 0;

  /** Safe to call again: the recording goes on where it paused. */
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
      // A browser that can't record, whatever it says of the type, still hears.
      console.warn('The voice can’t be recorded.', error);
    }
  }

  pause() {
    if (this.#recorder?.state === 'recording') this.#recorder.pause();
  }

  /** The part that the server has not got yet, and the number of bytes before it; null when it has everything. */
  async collect(): Promise<{ part: Blob; offset: number; size: number } | null> {
    await this.#fetchLast();
    const type = this.#recorder?.mimeType ?? 'audio/webm';
    const whole = new Blob(this.#chunks, { type });
    const offset = this.#kept;
    if (whole.size === offset) return null;
    return { part: whole.slice(offset, whole.size, type), offset, size: whole.size };
  }

  /** @param size bytes that the server has */
  kept(size: number) {
    this.#kept = size;
  }

  #fetchLast(): Promise<void> {
    const recorder = this.#recorder;
    if (!recorder || recorder.state === 'inactive') return Promise.resolve();
    return new Promise((resolve) => {
      // A recorder that has failed by then gives nothing, and the page waits for this as it leaves.
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
