import {
  AV_LOG_FATAL,
  AV_PICTURE_TYPE_NONE,
  AV_PICTURE_TYPE_P,
  AV_PIX_FMT_YUV420P,
  AVCOL_PRI_BT709,
  AVCOL_RANGE_MPEG,
  AVCOL_SPC_SMPTE170M,
  AVCOL_TRC_IEC61966_2_1,
  FF_ENCODER_LIBX264,
} from 'node-av/constants';
import { Codec, CodecContext, Dictionary, FFmpegError, Frame, Log, Packet, Rational } from 'node-av/lib';

const SIZE = { width: 320, height: 180 };
const FPS = 16;

/** An encoded frame; lists of these are in sending order. */
export interface CodedFrame {
  bytes: Buffer;
  key: boolean;
}

interface VideoKind {
  /** number of consecutive frames that refer to later ones */
  bFrames?: number;
  /** the parameters announce such frames, but there are none */
  isLying?: boolean;
  /** keyframe interval in frames */
  gop?: number;
}

/** Encodes one grey frame per level (16–235), as a worker might. */
export async function codeVideo(levels: readonly number[], kind: VideoKind = {}): Promise<CodedFrame[]> {
  const { bFrames = 0, isLying = false, gop = 16 } = kind;
  Log.setLevel(AV_LOG_FATAL);
  const codec = Codec.findEncoderByName(FF_ENCODER_LIBX264);
  if (!codec) throw new Error('no x264');
  const context = new CodecContext();
  context.allocContext3(codec);
  Object.assign(context, {
    ...SIZE,
    pixelFormat: AV_PIX_FMT_YUV420P,
    timeBase: new Rational(1, FPS),
    framerate: new Rational(FPS, 1),
    gopSize: gop,
    maxBFrames: isLying ? 3 : bFrames,
    colorSpace: AVCOL_SPC_SMPTE170M,
    colorRange: AVCOL_RANGE_MPEG,
    colorPrimaries: AVCOL_PRI_BT709,
    colorTrc: AVCOL_TRC_IEC61966_2_1,
  });
  const options = { preset: 'veryfast', profile: 'high', crf: '20', 'x264-params': 'scenecut=0:b-adapt=0' };
  FFmpegError.throwIfError(await context.open2(codec, Dictionary.fromObject(options)), 'open x264');
  const packet = new Packet();
  packet.alloc();
  const coded: CodedFrame[] = [];
  const take = async () => {
    while ((await context.receivePacket(packet)) >= 0) {
      coded.push({ bytes: Buffer.from(packet.data ?? []), key: packet.isKeyframe });
      packet.unref();
    }
  };
  for (const [at, level] of levels.entries()) {
    const frame = new Frame();
    frame.alloc();
    Object.assign(frame, { ...SIZE, format: AV_PIX_FMT_YUV420P });
    FFmpegError.throwIfError(frame.getBuffer(), 'take memory for a picture');
    const [luma, ...chroma] = frame.data ?? [];
    luma?.fill(level);
    for (const plane of chroma) plane?.fill(128);
    frame.pts = BigInt(at);
    frame.pictType = isLying && at % gop > 0 ? AV_PICTURE_TYPE_P : AV_PICTURE_TYPE_NONE;
    FFmpegError.throwIfError(await context.sendFrame(frame), 'encode a picture');
    frame.free();
    await take();
  }
  await context.sendFrame(null);
  await take();
  context.freeContext();
  return coded;
}
