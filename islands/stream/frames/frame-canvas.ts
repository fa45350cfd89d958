import { decodeBitmap, decodeJpeg } from './decode-jpeg.ts';
import type { IncomingFrame } from './frame-slot.ts';
import { Painter, WrongFrame } from './painter.ts';
import type { WorkerReport } from './worker-messages.ts';

/** Draws frames on the page's canvas; if the browser can't transfer it, the page draws them. */
export class FrameCanvas {
  readonly #post: (message: WorkerReport, transfer: Transferable[]) => void;
  #painter: Painter | null = null;
  #jpegsAs: 'frame' | 'bitmap' = 'frame';
  /** Call it once the page has drawn the frame that it was given. */
  pageHasDrawn = () => {};

  constructor(post: (message: WorkerReport, transfer: Transferable[]) => void) {
    this.#post = post;
  }

  get drawsHere(): boolean {
    return this.#painter !== null;
  }

  take(canvas: OffscreenCanvas | null, mayCopy: boolean) {
    const pen = canvas?.getContext('2d', { alpha: false });
    const copiesWrongly = () => this.#post({ type: 'no-copy' }, []);
    this.#painter = pen ? new Painter(pen, { mayCopy, copiesWrongly }) : null;
  }

  /** @param isWanted false once it must not be drawn any more */
  async draw({ bytes }: Pick<IncomingFrame, 'bytes'>, isWanted = () => true): Promise<void> {
    const decoded = this.#painter ? await decodeJpeg(bytes, this.#jpegsAs) : await decodeBitmap(bytes);
    if (!isWanted()) return decoded.close();
    try {
      await this.paint(decoded);
    } catch (error) {
      if (!(error instanceof WrongFrame)) throw error;
      this.#jpegsAs = 'bitmap';
      await this.paint(await decodeBitmap(bytes));
    }
  }

  /** Draws a decoded frame and closes it. */
  async paint(decoded: ImageBitmap | VideoFrame): Promise<void> {
    if (this.#painter) return this.#painter.paint(decoded);
    if (!('copyTo' in decoded)) return this.#handOver(decoded);
    const bitmap = await createImageBitmap(decoded);
    decoded.close();
    return this.#handOver(bitmap);
  }

  /** The frame on the canvas; null if it can't be read. */
  async still(): Promise<Blob | null> {
    return (await this.#painter?.still().catch(() => null)) ?? null;
  }

  #handOver(frame: ImageBitmap): Promise<void> {
    return new Promise((resolve) => {
      this.pageHasDrawn = resolve;
      this.#post({ type: 'frame', frame }, [frame]);
    });
  }
}
