import { CODEC_IDS, CODECS, isVideo, type VideoCodec } from '../../../modules/protocol/codecs.ts';
import type { IncomingFrame } from './frame-slot.ts';

/** Time to draw a keyframe; some browsers fail without reporting an error. */
const PAINT_TIMEOUT_MS = 1000;
/** A single damaged frame or busy second says nothing about the browser. */
const MAX_FAULTS = 2;

export interface IncomingVideoFrame extends IncomingFrame {
  codec: VideoCodec;
  /** can be decoded on its own */
  key: boolean;
}

export interface VideoSlotOptions {
  /** Draws a decoded frame and closes it. Rejects if the canvas shows something else. */
  paint(decoded: VideoFrame): Promise<void>;
  onDone(frame: IncomingVideoFrame, drawn: boolean): void;
  /** called when only a keyframe lets it continue */
  needsKeyframe(): void;
  /** called when this browser can't show video, whatever it reports */
  gaveUp(): void;
}

/** Decodes video frames, which arrive in order and depend on each other, and draws each of them. */
export class VideoSlot {
  #decoder: VideoDecoder | null = null;
  /** WebCodecs' name of the open decoder's codec */
  #codec = '';
  #needsKey = true;
  /** true until the decoder has been given a frame */
  #isFresh = false;
  #faults = 0;
  #painted: Promise<void> = Promise.resolve();
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** frames in the decoder, in order */
  #decoding: IncomingVideoFrame[] = [];
  readonly #options: VideoSlotOptions;

  constructor(options: VideoSlotOptions) {
    this.#options = options;
  }

  /** Opens a decoder for the first of these codecs ahead of time, since that takes longer than a frame. */
  prepare = ([codec]: readonly VideoCodec[]) => {
    if (codec !== undefined && !this.#decoder) this.#open(CODECS[codec].video.webCodec);
  };

  offer(frame: IncomingVideoFrame) {
    if (frame.key && !this.#begin(frame)) return this.#fail();
    if (this.#needsKey || !this.#decoder) return this.#options.onDone(frame, false);
    this.#isFresh = false;
    this.#decoding.push(frame);
    const type = frame.key ? 'key' : 'delta';
    this.#decoder.decode(new EncodedVideoChunk({ type, timestamp: frame.id, data: frame.bytes }));
  }

  /** Drops waiting frames. */
  clear() {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#needsKey = true;
    for (const frame of this.#decoding.splice(0)) this.#options.onDone(frame, false);
    // A decoder that hasn't decoded anything can be reused.
    if (!this.#isFresh) this.#forget();
  }

  #forget() {
    if (this.#decoder && this.#decoder.state !== 'closed') this.#decoder.close();
    this.#decoder = null;
    this.#isFresh = false;
  }

  /** Opens a decoder for this keyframe's codec, unless there is one. */
  #begin({ bytes, codec }: IncomingVideoFrame): boolean {
    const unit = CODECS[codec].video.readUnit(bytes);
    if (typeof unit === 'string' || !unit.set) return false;
    if (!this.#decoder || unit.set.codec !== this.#codec) this.#open(unit.set.codec);
    this.#needsKey = false;
    this.#timer ??= setTimeout(() => this.#fail('no frame in a second'), PAINT_TIMEOUT_MS);
    return true;
  }

  #open(codec: string) {
    this.#isFresh = false;
    this.clear();
    this.#isFresh = true;
    this.#codec = codec;
    const decoder = new VideoDecoder({
      output: (decoded) => this.#decoded(decoded),
      error: (error) => {
        if (this.#decoder !== decoder) return;
        // Browsers reclaim a decoder that sits idle for a minute; that isn't a fault.
        if (this.#isFresh) this.#forget();
        else this.#fail(error);
      },
    });
    // Browsers choose hardware themselves; preferring it explicitly fails without any.
    decoder.configure({ codec, optimizeForLatency: true });
    this.#decoder = decoder;
  }

  #decoded(decoded: VideoFrame) {
    const index = this.#decoding.findIndex(({ id }) => id === decoded.timestamp);
    const frame = this.#decoding[index];
    if (!frame) return decoded.close();
    // Decoders may skip frames that no other frame depends on.
    for (const before of this.#decoding.splice(0, index + 1).slice(0, -1))
      this.#options.onDone(before, false);
    this.#painted = this.#painted
      .then(() => this.#options.paint(decoded))
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

/** The video codecs that this browser claims to decode, the best first. */
export async function decodableCodecs(): Promise<readonly VideoCodec[]> {
  if (!('VideoDecoder' in globalThis)) return [];
  const answers = await Promise.all(CODEC_IDS.filter(isVideo).map(canDecode));
  return answers.flat().reverse();
}

async function canDecode(codec: VideoCodec): Promise<VideoCodec[]> {
  const size = { codedWidth: 1280, codedHeight: 720 };
  const config = { codec: CODECS[codec].video.webCodec, ...size, optimizeForLatency: true };
  return VideoDecoder.isConfigSupported(config).then(
    ({ supported }) => (supported === true ? [codec] : []),
    () => [],
  );
}
