import { Encoder, Muxer } from 'node-av/api';
import {
  AV_CHANNEL_ORDER_NATIVE,
  AV_LOG_FATAL,
  AV_SAMPLE_FMT_FLTP,
  FF_ENCODER_AAC,
  FF_ENCODER_LIBX264,
} from 'node-av/constants';
import { Frame, Log, Packet, Rational } from 'node-av/lib';
import type { Colour } from './peer-images.ts';
import { flatImage } from './video-writer.ts';

const RATE = 24_000;
const SAMPLES = 1024;
const MONO = { nbChannels: 1, order: AV_CHANNEL_ORDER_NATIVE, mask: 4n };

/**
 * Writes a clip as Dreamverse sends it: a fragmented MP4 of its own, with AAC in mono at 24 kHz, whose priming shifts
 * everything but the first frame.
 */
export async function writeClip(clip: {
  width: number;
  height: number;
  fps: number;
  colours: readonly Colour[];
  /** in Hz */
  tone: number;
}): Promise<Buffer> {
  Log.setLevel(AV_LOG_FATAL);
  const { width, height, fps, colours, tone } = clip;
  const timeBase = new Rational(1, fps);
  const video = await Encoder.create(FF_ENCODER_LIBX264, {
    context: { framerate: new Rational(fps, 1), timeBase, threadCount: 1, maxBFrames: 0, gopSize: 12 },
    options: { preset: 'ultrafast', tune: 'zerolatency' },
  });
  const audio = await Encoder.create(FF_ENCODER_AAC, {
    context: { timeBase: new Rational(1, RATE), sampleRate: RATE, bitRate: 64_000n, channelLayout: MONO },
  });
  const written: Buffer[] = [];
  const muxer = await Muxer.open(
    {
      write(bytes) {
        written.push(Buffer.from(bytes));
        return bytes.length;
      },
    },
    {
      format: 'mp4',
      options: { movflags: '+frag_keyframe+empty_moov+default_base_moof', frag_duration: '250000' },
    },
  );
  const streams = [muxer.addStream(video), muxer.addStream(audio)] as const;

  async function drain(encoder: Encoder, stream: number): Promise<void> {
    for (let packet = await encoder.receive(); packet instanceof Packet; packet = await encoder.receive()) {
      await muxer.writePacket(packet, stream);
      packet.free();
    }
  }
  let samples = 0;
  async function soundUntil(seconds: number): Promise<void> {
    for (; samples < seconds * RATE; samples += SAMPLES) {
      const sound = toneFrame(tone, samples);
      await audio.encode(sound);
      sound.free();
      await drain(audio, streams[1]);
    }
  }
  for (const [index, colour] of colours.entries()) {
    const image = flatImage(width, height, colour);
    image.pts = BigInt(index);
    image.timeBase = timeBase;
    await video.encode(image);
    image.free();
    await drain(video, streams[0]);
    await soundUntil((index + 1) / fps);
  }
  for (const [encoder, stream] of [
    [video, streams[0]],
    [audio, streams[1]],
  ] as const) {
    await encoder.flush();
    await drain(encoder, stream);
  }
  await muxer.close();
  video.close();
  audio.close();
  return Buffer.concat(written);
}

function toneFrame(tone: number, from: number): Frame {
  const frame = new Frame();
  frame.alloc();
  frame.format = AV_SAMPLE_FMT_FLTP;
  frame.sampleRate = RATE;
  frame.channelLayout = MONO;
  frame.nbSamples = SAMPLES;
  frame.getBuffer(0);
  const plane = frame.data?.[0];
  for (let i = 0; i < SAMPLES; i++)
    plane?.writeFloatLE(0.5 * Math.sin((2 * Math.PI * tone * (from + i)) / RATE), i * 4);
  frame.pts = BigInt(from);
  frame.timeBase = new Rational(1, RATE);
  return frame;
}
