import type { Log } from '../../kit/log.ts';
import { CODEC, type Codec, isVideo } from '../../protocol/codecs.ts';
import { createFrameDecoder } from '../../protocol/decode/decode-frames.ts';
import { encodeFrame, type Frame, readFrame } from '../../protocol/frame.ts';
import type { ViewerLink } from '../viewer/viewer-link.ts';

/** Keyframes of all dreams that may wait for the decoder; others are left out. */
const MAX_WAITING = 8;
/** The decoder's process takes 100 MB, so it ends when no keyframe has come for a while. */
const IDLE_MS = 30_000;
/** Failures in a row after which a watcher's page reports that it can't show the dream. */
const MAX_FAILURES = 3;

/** @returns null if the keyframe can't be decoded, undefined if there is no time for it */
export type ToImage = (frame: Frame) => Promise<Frame | null | undefined>;

/** Makes JPEGs of keyframes for the whole server, in a process of its own that lives only while it is needed. */
export function createKeyframeDecoder(
  log: Log,
  decoder = createFrameDecoder(),
): { toImage: ToImage; close(): void } {
  let waiting = 0;
  let idle: ReturnType<typeof setTimeout> | undefined;
  return {
    async toImage({ id, at, codec, bytes }) {
      if (waiting >= MAX_WAITING) return undefined;
      waiting += 1;
      clearTimeout(idle);
      try {
        const decoded = await decoder.decode({ codec, bytes, as: { kind: 'jpeg' } });
        const image = decoded && readFrame(encodeFrame({ id, at }, decoded.bytes));
        return typeof image === 'string' ? null : image;
      } catch (error) {
        log.warn('a keyframe could not be made into an image', { error });
        return null;
      } finally {
        waiting -= 1;
        if (waiting === 0) idle = setTimeout(decoder.end, IDLE_MS).unref();
      }
    },
    close() {
      clearTimeout(idle);
      decoder.end();
    },
  };
}

/**
 * Sends the keyframes of one dream as JPEGs to watchers whose browsers can't decode its video: one decoded image for all
 * of them, and none while there are no such watchers.
 */
export function createKeyframeImages(links: ReadonlySet<ViewerLink>, toImage: ToImage) {
  let isBusy = false;
  let latest: Frame | null = null;
  let failures = 0;

  const needsImages = (codec: Codec, codecs: readonly Codec[]) =>
    isVideo(codec) && !codecs.includes(codec) && codecs.includes(CODEC.jpeg);

  const takers = (codec: Codec) => [...links].filter(({ codecs }) => needsImages(codec, codecs));

  async function offer(key: Frame): Promise<void> {
    if (isBusy || takers(key.codec).length === 0) return;
    isBusy = true;
    const image = await toImage(key);
    isBusy = false;
    if (image === undefined) return;
    failures = image ? 0 : failures + 1;
    if (!image) return;
    latest = image;
    for (const link of takers(key.codec)) link.offer(image);
  }

  return {
    needsImages,
    /** false if keyframes can't be decoded here */
    get works() {
      return failures < MAX_FAILURES;
    },
    offer,
    /** Shows a watcher who joins the newest keyframe. */
    show(link: ViewerLink, key: Frame): void {
      if (!needsImages(key.codec, link.codecs)) return;
      if (latest?.id === key.id) link.offer(latest);
      else void offer(key);
    },
  };
}
