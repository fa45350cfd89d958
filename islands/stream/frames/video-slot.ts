import { readAccessUnit } from '../../../modules/protocol/h264.ts';
import type { IncomingFrame } from './frame-slot.ts';

/** A browser that paints nothing of a keyframe for so long does not say what is wrong with it. */
const PAINT_TIMEOUT_MS = 1000;
/** One damaged picture, or a second in which the machine was busy, says nothing about the browser. */
const MAX_FAULTS = 2;
/** High profile, level 3.1: 1280 × 720 at 30 pictures a second. */
const USUAL_CODEC = 'avc1.64001f';

export interface IncomingPicture extends IncomingFrame {
  /** shows without those before it */
  key: boolean;
}

export interface VideoSlotOptions {
  /** Paints a decoded picture, and closes it. Rejects when another picture was seen. */
  paint(picture: VideoFrame): Promise<void>;
  onDone(frame: IncomingPicture, drawn: boolean): void;
  /** it can go on only from a keyframe */
  needsKeyframe(): void;
  /** this browser can't show video, whatever it said */
  gaveUp(): void;
}

/** Decodes H.264 pictures, which come in order and refer to each other, and paints each of them. */
export class VideoSlot {
  #decoder: VideoDecoder | null = null;
  #codec = '';
  #needsKey = true;
  /** the decoder has been given nothing yet */
  #isFresh = false;
  #faults = 0;
  #painted: Promise<void> = Promise.resolve();
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** on their way through the decoder, in order */
  #decoding: IncomingPicture[] = [];
  readonly #options: VideoSlotOptions;

  constructor(options: VideoSlotOptions) {
    this.#options = options;
  }

  /** Opens a decoder for what most workers send, which takes longer than a picture. */
  prepare() {
    if (!this.#decoder) this.#open(USUAL_CODEC);
  }

  offer(frame: IncomingPicture) {
    if (frame.key && !this.#begin(frame)) return this.#fail();
    if (this.#needsKey || !this.#decoder) return this.#options.onDone(frame, false);
    this.#isFresh = false;
    this.#decoding.push(frame);
    const type = frame.key ? 'key' : 'delta';
    this.#decoder.decode(new EncodedVideoChunk({ type, timestamp: frame.id, data: frame.bytes }));
  }

  /** Forgets what waits. */
  clear() {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#needsKey = true;
    for (const frame of this.#decoding.splice(0)) this.#options.onDone(frame, false);
    // One that has decoded nothing yet is as good as new.
    if (!this.#isFresh) this.#forget();
  }

  #forget() {
    if (this.#decoder && this.#decoder.state !== 'closed') this.#decoder.close();
    this.#decoder = null;
    this.#isFresh = false;
  }

  /** Makes a decoder for what follows this keyframe, unless there is one. */
  #begin({ bytes }: IncomingPicture): boolean {
    const unit = readAccessUnit(bytes);
    if (typeof unit === 'string' || !unit.set) return false;
    if (!this.#decoder || unit.set.codec !== this.#codec) this.#open(unit.set.codec);
    this.#needsKey = false;
    this.#timer ??= setTimeout(() => this.#fail('no picture in a second'), PAINT_TIMEOUT_MS);
    return true;
  }

  #open(codec: string) {
    this.#isFresh = false;
    this.clear();
    this.#isFresh = true;
    this.#codec = codec;
    const decoder = new VideoDecoder({
      output: (picture) => this.#decoded(picture),
      error: (error) => {
        if (this.#decoder !== decoder) return;
        // Browsers take back a decoder that is not used for a minute, which is no fault of theirs.
        if (this.#isFresh) this.#forget();
        else this.#fail(error);
      },
    });
    // Browsers take hardware by themselves; asked to prefer it, those without refuse.
    decoder.configure({ codec, optimizeForLatency: true });
    this.#decoder = decoder;
  }

  #decoded(picture: VideoFrame) {
    const index = this.#decoding.findIndex(({ id }) => id === picture.timestamp);
    const frame = this.#decoding[index];
    if (!frame) return picture.close();
    // A decoder may leave one out that nothing refers to.
    for (const before of this.#decoding.splice(0, index + 1).slice(0, -1))
      this.#options.onDone(before, false);
    this.#painted = this.#painted
      .then(() => this.#options.paint(picture))
      .then(
        () => {
          clearTimeout(this.#timer);
          this.#timer = undefined;
          this.#faults = 0;
          this.#options.onDone(frame, true);
        },
        (error) => {
          this.#options.onDone(frame, false);
          if (this.#decoder) this.#fail(error);
        },
      );
  }

  #fail(why?: unknown) {
    console.warn('The video could not be shown.', why ?? '');
    this.#isFresh = false;
    this.clear();
    this.#faults += 1;
    if (this.#faults < MAX_FAULTS) this.#options.needsKeyframe();
    else this.#options.gaveUp();
  }
}

/** True where this browser says that it decodes the video of dreams. */
export async function canDecodeVideo(): Promise<boolean> {
  if (!('VideoDecoder' in globalThis)) return false;
  const config = { codec: USUAL_CODEC, codedWidth: 1280, codedHeight: 720, optimizeForLatency: true };
  return VideoDecoder.isConfigSupported(config).then(
    ({ supported }) => supported === true,
    () => false,
  );
}
