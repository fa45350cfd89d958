import {
  AV_LOG_FATAL,
  AV_PICTURE_TYPE_I,
  AV_PICTURE_TYPE_NONE,
  AV_PIX_FMT_RGB24,
  AV_PIX_FMT_RGBA,
  AV_PIX_FMT_YUV420P,
  AVCOL_PRI_BT709,
  AVCOL_RANGE_MPEG,
  AVCOL_SPC_SMPTE170M,
  AVCOL_TRC_IEC61966_2_1,
  FF_ENCODER_H264_NVENC,
  FF_ENCODER_LIBX264,
  type FFVideoEncoder,
  SWS_BILINEAR,
} from 'node-av/constants';
import {
  Codec,
  CodecContext,
  Dictionary,
  FFmpegError,
  Frame,
  Log,
  Packet,
  Rational,
  SoftwareScaleContext,
} from 'node-av/lib';
import type { EncodedFrame, OpenVideo, Pixels, SyncVideoEncoder } from '../../generator/video-coder.ts';
import { CODEC } from '../../protocol/codecs.ts';
import { KEYFRAME_SECONDS, VIDEO_KBPS } from '../../protocol/format.ts';
import { readAccessUnit } from '../../protocol/h264.ts';
import { createWatermarkWriter } from '../../watermark/contract/write-watermark.ts';

/** Rate-control buffer, as seconds of bitrate. A larger one makes keyframes look better, but arrive later. */
const BUFFER_SECONDS = 0.4;
const TIME_BASE = 1_000;
interface Encoder {
  /** for people */
  label: string;
  name: FFVideoEncoder;
  options: Record<string, string>;
}

/**
 * Measured with film grain at 1280 × 720: an eighth of the size of JPEG at quality 80, in less CPU time. Weighted
 * prediction and small partitions would add a quarter to the CPU time and save next to nothing.
 */
const X264: Encoder = {
  label: 'x264',
  name: FF_ENCODER_LIBX264,
  options: {
    preset: 'veryfast',
    tune: 'zerolatency',
    profile: 'high',
    crf: '24',
    'forced-idr': '1',
    'x264-params': 'weightp=0:partitions=i8x8,i4x4',
  },
};
/**
 * The GPU's dedicated encoder, which leaves its cores free. Accepts frames in ordinary memory and rate changes at any
 * time.
 */
const NVENC: Encoder = {
  label: 'NVENC',
  name: FF_ENCODER_H264_NVENC,
  options: {
    preset: 'p3',
    tune: 'ull',
    profile: 'high',
    rc: 'vbr',
    cq: '26',
    zerolatency: '1',
    delay: '0',
    'forced-idr': '1',
  },
};
/**
 * In order of preference. VAAPI needs frames in GPU memory, and FFmpeg can't change VideoToolbox's rate after opening,
 * so neither can follow a viewer's connection as cheaply as x264.
 */
const ENCODERS = [NVENC, X264];

/**
 * Opens the first encoder that works on this machine. Each frame comes out immediately, as one access unit in Annex B.
 * @throws the last encoder's FFmpegError
 */
export const openH264Encoder: OpenVideo<SyncVideoEncoder> = async (format) => {
  Log.setLevel(AV_LOG_FATAL);
  let fault: unknown;
  for (const encoder of ENCODERS) {
    try {
      return await openEncoder(encoder, format);
    } catch (error) {
      fault = error;
    }
  }
  throw fault;
};

async function openEncoder(
  { label, name, options }: Encoder,
  { width, height, fps, watermark }: Parameters<typeof openH264Encoder>[0],
): Promise<SyncVideoEncoder> {
  const codec = Codec.findEncoderByName(name);
  if (!codec) throw new Error(`this build of FFmpeg has no ${label}`);
  const context = new CodecContext();
  context.allocContext3(codec);
  context.width = width;
  context.height = height;
  context.pixelFormat = AV_PIX_FMT_YUV420P;
  context.timeBase = new Rational(1, TIME_BASE);
  context.framerate = new Rational(Math.round(fps), 1);
  context.gopSize = Math.round(KEYFRAME_SECONDS * fps);
  context.maxBFrames = 0;
  context.threadCount = 1;
  // The scaler's own matrix, with the primaries and transfer curve of computer screens.
  context.colorSpace = AVCOL_SPC_SMPTE170M;
  context.colorRange = AVCOL_RANGE_MPEG;
  context.colorPrimaries = AVCOL_PRI_BT709;
  context.colorTrc = AVCOL_TRC_IEC61966_2_1;
  limit(VIDEO_KBPS);
  const opened = await context.open2(codec, Dictionary.fromObject(options));
  if (opened < 0) context.freeContext();
  FFmpegError.throwIfError(opened, `open ${label}`);
  const frame = new Frame();
  frame.alloc();
  frame.width = width;
  frame.height = height;
  frame.format = AV_PIX_FMT_YUV420P;
  FFmpegError.throwIfError(frame.getBuffer(), 'take memory for a picture');
  const packet = new Packet();
  packet.alloc();
  const mark = watermark === undefined ? null : createWatermarkWriter(watermark);
  let scaler: { key: string; context: SoftwareScaleContext } | null = null;
  let wantsKeyframe = false;
  let lastAt = -1;

  function limit(kbps: number): void {
    context.rcMaxRate = BigInt(Math.round(kbps * 1_000));
    context.rcBufferSize = Math.round(kbps * 1_000 * BUFFER_SECONDS);
  }

  /** Scales the central part of the image that has the frame's aspect ratio. */
  function fill(pixels: Pixels): void {
    const zoom = Math.max(width / pixels.width, height / pixels.height);
    const part = {
      width: Math.min(pixels.width, Math.round(width / zoom)),
      height: Math.min(pixels.height, Math.round(height / zoom)),
    };
    const key = `${part.width} ${part.height} ${pixels.channels}`;
    if (scaler?.key !== key) {
      scaler?.context.freeContext();
      const made = new SoftwareScaleContext();
      const from = pixels.channels === 3 ? AV_PIX_FMT_RGB24 : AV_PIX_FMT_RGBA;
      made.getContext(part.width, part.height, from, width, height, AV_PIX_FMT_YUV420P, SWS_BILINEAR);
      scaler = { key, context: made };
    }
    const stride = pixels.width * pixels.channels;
    const left = Math.floor((pixels.width - part.width) / 2) * pixels.channels;
    const top = Math.floor((pixels.height - part.height) / 2);
    const { buffer, byteOffset, byteLength } = pixels.data;
    const source = Buffer.from(buffer, byteOffset, byteLength).subarray(top * stride + left);
    const rows = scaler.context.scaleSync(
      [source],
      [stride],
      0,
      part.height,
      frame.data ?? [],
      frame.linesize,
    );
    FFmpegError.throwIfError(rows, 'convert a picture');
    const [luma] = frame.data ?? [];
    const [lumaStride] = frame.linesize;
    if (mark && luma && lumaStride) mark({ data: luma, width, height, stride: lumaStride });
  }

  function encode(pixels: Pixels, at: number): EncodedFrame {
    fill(pixels);
    lastAt = Math.max(lastAt + 1, Math.round(at));
    frame.pts = BigInt(lastAt);
    frame.pictType = wantsKeyframe ? AV_PICTURE_TYPE_I : AV_PICTURE_TYPE_NONE;
    wantsKeyframe = false;
    FFmpegError.throwIfError(context.sendFrameSync(frame), 'encode a picture');
    FFmpegError.throwIfError(context.receivePacketSync(packet), 'encode a picture');
    // A copy, because the packet's memory is reused.
    const accessUnit = Uint8Array.from(packet.data ?? []);
    const key = packet.isKeyframe;
    packet.unref();
    return { accessUnit, codec: CODEC.h264, key };
  }

  function close(): void {
    scaler?.context.freeContext();
    frame.free();
    packet.free();
    context.freeContext();
  }

  // The first frame takes three times as long as later ones, so encode one while nobody is waiting. It also reveals
  // faulty drivers.
  try {
    const { accessUnit } = encode(
      { data: new Uint8Array(width * height * 3), width, height, channels: 3 },
      0,
    );
    const read = readAccessUnit(accessUnit);
    if (typeof read === 'string') throw new Error(`${label} wrote ${read}`);
    if (read.set?.width !== width || read.set.height !== height)
      throw new Error(`${label} began with no keyframe of ${width} × ${height}`);
  } catch (error) {
    close();
    throw error;
  }
  wantsKeyframe = true;

  return {
    label,
    encode,
    keyframe() {
      wantsKeyframe = true;
    },
    rate: limit,
    close,
  };
}
