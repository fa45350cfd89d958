import { encodeFrame } from '../../../modules/protocol/frame.ts';
import { VIDEO_FRAME_BYTES } from '../../../modules/protocol/limits.ts';

const QUALITIES = [0.8, 0.5, 0.25];

interface CameraFrame {
  frame: ImageBitmap;
  width: number;
  height: number;
}

/** Encodes a camera's frames off the page's thread. Frames that come while the socket is behind are dropped. */
export class CameraSender {
  #canvas: OffscreenCanvas | null = null;
  #isBusy = false;
  #id = 0;

  async send(socket: WebSocket | null, { frame, width, height }: CameraFrame): Promise<void> {
    if (this.#isBusy || socket?.readyState !== WebSocket.OPEN || socket.bufferedAmount > 0)
      return frame.close();
    this.#isBusy = true;
    const at = Date.now();
    try {
      const jpeg = await this.#encode(frame, width, height);
      if (jpeg && socket.readyState === WebSocket.OPEN) {
        this.#id += 1;
        socket.send(encodeFrame({ id: this.#id, at }, jpeg));
      }
    } catch (error) {
      console.warn('A frame of the camera was dropped.', error);
    } finally {
      this.#isBusy = false;
    }
  }

  /** Crops to the middle, as the preview does. Null if even the lowest quality is too large. */
  async #encode(frame: ImageBitmap, width: number, height: number): Promise<Uint8Array | null> {
    this.#canvas ??= new OffscreenCanvas(width, height);
    Object.assign(this.#canvas, { width, height });
    const scale = Math.max(width / frame.width, height / frame.height);
    const [w, h] = [frame.width * scale, frame.height * scale];
    this.#canvas
      .getContext('2d', { alpha: false })
      ?.drawImage(frame, (width - w) / 2, (height - h) / 2, w, h);
    frame.close();
    for (const quality of QUALITIES) {
      const blob = await this.#canvas.convertToBlob({ type: 'image/jpeg', quality });
      if (blob.size <= VIDEO_FRAME_BYTES) return new Uint8Array(await blob.arrayBuffer());
    }
    return null;
  }
}
