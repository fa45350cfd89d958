import {
  AV_CHANNEL_ORDER_NATIVE,
  AV_LOG_FATAL,
  AV_SAMPLE_FMT_FLT,
  FF_ENCODER_LIBOPUS,
} from 'node-av/constants';
import { Codec, CodecContext, Dictionary, FFmpegError, Frame, Log, Packet, Rational } from 'node-av/lib';
import { PACKET_SAMPLES, SOUND_CHANNELS, SOUND_RATE } from '../../protocol/sound.ts';

const BITS_PER_SECOND = 96_000n;
const STEREO = { nbChannels: SOUND_CHANNELS, order: AV_CHANNEL_ORDER_NATIVE, mask: 3n };

/** Encodes 20 ms of sound at a time. */
export type SoundEncoder = Awaited<ReturnType<typeof openOpusEncoder>>;

/**
 * Opens FFmpeg's libopus, which comes with our bindings. Not by the synchronous call, which frees its options twice.
 * @throws FFmpegError
 */
export async function openOpusEncoder() {
  const codec = Codec.findEncoderByName(FF_ENCODER_LIBOPUS);
  if (!codec) throw new Error('this build of FFmpeg has no Opus');
  Log.setLevel(AV_LOG_FATAL);
  const context = new CodecContext();
  context.allocContext3(codec);
  context.sampleRate = SOUND_RATE;
  context.channelLayout = STEREO;
  context.sampleFormat = AV_SAMPLE_FMT_FLT;
  context.timeBase = new Rational(1, SOUND_RATE);
  context.bitRate = BITS_PER_SECOND;
  FFmpegError.throwIfError(
    await context.open2(codec, Dictionary.fromObject({ frame_duration: '20', application: 'audio' })),
    'open Opus',
  );
  const frame = new Frame();
  frame.alloc();
  frame.nbSamples = PACKET_SAMPLES;
  frame.format = AV_SAMPLE_FMT_FLT;
  frame.sampleRate = SOUND_RATE;
  frame.channelLayout = STEREO;
  FFmpegError.throwIfError(frame.getBuffer(), 'take memory for sound');
  const packet = new Packet();
  packet.alloc();
  let pts = 0n;
  return {
    /** @param samples interleaved stereo, −1 to 1. @returns one Opus packet; null while the encoder fills up */
    encode(samples: Float32Array): Uint8Array | null {
      FFmpegError.throwIfError(frame.makeWritable(), 'take memory for sound');
      const [plane] = frame.data ?? [];
      plane?.set(new Uint8Array(samples.buffer, samples.byteOffset, PACKET_SAMPLES * SOUND_CHANNELS * 4));
      frame.pts = pts;
      pts += BigInt(PACKET_SAMPLES);
      FFmpegError.throwIfError(context.sendFrameSync(frame), 'encode sound');
      if (context.receivePacketSync(packet) < 0) return null;
      const opus = Uint8Array.from(packet.data ?? []);
      packet.unref();
      return opus;
    },
    close(): void {
      packet.free();
      frame.free();
      context.freeContext();
    },
  };
}
