import type { EncodedFrame, OpenVideo, VideoFormat } from '../../../generator/video-coder.ts';
import { CODEC, CODECS } from '../../../protocol/codecs.ts';
import { KEYFRAME_SECONDS, VIDEO_KBPS } from '../../../protocol/format.ts';
import { readAccessUnit } from '../../../protocol/h264.ts';
import type { PlayerVideo } from '../../player/player.ts';
import { type LengthForm, readDescription, toAnnexB } from './annex-b.ts';
import { createFrameCanvas } from './frame-canvas.ts';

const ENCODE_TIMEOUT_MS = 1_000;

const configOf = (format: VideoFormat, kbps: number): VideoEncoderConfig => ({
  codec: CODECS[CODEC.h264].video.webCodec,
  width: format.width,
  height: format.height,
  framerate: format.fps,
  bitrate: kbps * 1_000,
  latencyMode: 'realtime',
  avc: { format: 'annexb' },
});

/** True if this browser can encode H.264. */
export async function canEncodeVideo(format: VideoFormat): Promise<boolean> {
  if (!('VideoEncoder' in globalThis)) return false;
  return VideoEncoder.isConfigSupported(configOf(format, VIDEO_KBPS)).then(
    ({ supported }) => supported === true,
    () => false,
  );
}

/** Uses the browser's own encoder, one frame at a time. */
export const openVideo: OpenVideo<PlayerVideo> = async (format) => {
  const draw = createFrameCanvas(format.watermark);
  let waiting: PromiseWithResolvers<EncodedFrame> | null = null;
  let wantsKeyframe = true;
  let images = 0;
  let lastAt = -1;
  let lengthForm: LengthForm | null = null;
  let wasAskedForKey = false;
  const encoder = new VideoEncoder({
    output(chunk, metadata) {
      const { description } = metadata?.decoderConfig ?? {};
      try {
        if (description) lengthForm = readDescription(bytesOf(description));
        const coded = new Uint8Array(chunk.byteLength);
        chunk.copyTo(coded);
        const key = chunk.type === 'key';
        const accessUnit = lengthForm ? toAnnexB(coded, lengthForm, key) : coded;
        const fault = wasAskedForKey && !key ? 'no keyframe came out' : faultOf(accessUnit, key);
        if (fault) throw new Error(fault);
        waiting?.resolve({ accessUnit, codec: CODEC.h264, key });
      } catch (error) {
        waiting?.reject(error);
      }
    },
    error: (error) => waiting?.reject(error),
  });
  encoder.configure(configOf(format, VIDEO_KBPS));
  return {
    label: 'this browser',
    encode({ data, width, height }, at) {
      lastAt = Math.max(lastAt + 1, Math.round(at * 1_000));
      const image = new VideoFrame(draw(data, { width, height }, format), { timestamp: lastAt });
      const coded = Promise.withResolvers<EncodedFrame>();
      waiting = coded;
      const keyFrame = wantsKeyframe || images % Math.round(KEYFRAME_SECONDS * format.fps) === 0;
      images = keyFrame ? 1 : images + 1;
      wantsKeyframe = false;
      wasAskedForKey = keyFrame;
      try {
        encoder.encode(image, { keyFrame });
      } finally {
        image.close();
      }
      // Rate-controlled encoders may silently drop a frame.
      const timer = setTimeout(() => coded.reject(new Error('no picture came out')), ENCODE_TIMEOUT_MS);
      return coded.promise.finally(() => clearTimeout(timer));
    },
    keyframe() {
      wantsKeyframe = true;
    },
    rate(kbps) {
      // If the encoder has failed, the next frame will report it.
      if (encoder.state === 'configured') encoder.configure(configOf(format, Math.min(VIDEO_KBPS, kbps)));
    },
    close() {
      waiting?.reject(new Error('the encoder was closed'));
      if (encoder.state !== 'closed') encoder.close();
    },
  };
};

/** Checked before sending: relays disconnect a worker that sends unreadable frames. */
function faultOf(accessUnit: Uint8Array, key: boolean): string | null {
  const read = readAccessUnit(accessUnit);
  if (typeof read === 'string') return read;
  return (read.set !== null) === key ? null : 'a keyframe by another name';
}

const bytesOf = (data: AllowSharedBufferSource): Uint8Array =>
  ArrayBuffer.isView(data)
    ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
    : new Uint8Array(data);
