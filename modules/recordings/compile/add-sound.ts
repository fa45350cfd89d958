import { rename, rm } from 'node:fs/promises';
import {
  AV_CHANNEL_ORDER_NATIVE,
  AV_CODEC_FLAG_GLOBAL_HEADER,
  AV_SAMPLE_FMT_FLT,
  AV_SAMPLE_FMT_FLTP,
  AVERROR_EOF,
  AVMEDIA_TYPE_VIDEO,
  FF_DECODER_LIBOPUS,
  FF_ENCODER_AAC,
} from 'node-av/constants';
import { Codec, CodecContext, FFmpegError, FormatContext, Frame, Packet, Rational } from 'node-av/lib';
import { isDiskFault } from '../../kit/storage/disk-fault.ts';
import { isDiskFull } from '../../kit/storage/disk-full.ts';
import { SOUND_CHANNELS, SOUND_RATE } from '../../protocol/sound.ts';
import type { TapeSound } from '../tape/sound-tape.ts';
import { type Mp4File, openMp4 } from './mp4-file.ts';
import { createSoundTrack, createVideoClock } from './place-sound.ts';

const BITS_PER_SECOND = 128_000n;
/** Samples in an AAC frame. */
const AAC_SAMPLES = 1024;
const TIME_BASE = new Rational(1, SOUND_RATE);
const STEREO = { nbChannels: SOUND_CHANNELS, order: AV_CHANNEL_ORDER_NATIVE, mask: 3n };

interface SoundOrder {
  /** receive times of the video's frames */
  times: readonly number[];
  durationMs: number;
  /** ISO 8601, for the header; null if unknown */
  createdAt: string | null;
}

/**
 * Adds a track with the dream's sound to a finished video, as AAC. The whole file is written again, since its index comes
 * first. Without sound, it stays as it is.
 */
export async function addSound(path: string, sound: readonly TapeSound[], order: SoundOrder): Promise<void> {
  if (sound.length === 0) return;
  const partial = `${path}.sound.mp4`;
  try {
    await writeWithSound(path, partial, sound, order);
    await rename(partial, path);
  } catch (error) {
    await rm(partial, { force: true });
    if (isDiskFull(error) || isDiskFault(error)) throw error;
    // A recording without its sound is better than none.
    console.warn(`no sound: ${(error as Error).message}`);
  }
}

async function writeWithSound(
  path: string,
  partial: string,
  sound: readonly TapeSound[],
  { times, durationMs, createdAt }: SoundOrder,
): Promise<void> {
  const encoded = await encodeSound(sound, times, durationMs);
  const input = new FormatContext();
  let output: Mp4File | null = null;
  const read = new Packet();
  read.alloc();
  try {
    FFmpegError.throwIfError(await input.openInput(path), 'read an MP4');
    const video = input.streams[input.findBestStream(AVMEDIA_TYPE_VIDEO)];
    if (!video) throw new Error('the video has no video track');
    output = await openMp4(
      partial,
      [
        (stream) => {
          FFmpegError.throwIfError(video.codecpar.copy(stream.codecpar), 'describe an MP4');
          stream.timeBase = video.timeBase;
        },
        (stream) => {
          FFmpegError.throwIfError(stream.codecpar.fromContext(encoded.context), 'describe sound');
          stream.timeBase = TIME_BASE;
        },
      ],
      createdAt,
    );
    const { num, den } = video.timeBase;
    for (;;) {
      const code = await input.readFrame(read);
      if (code === AVERROR_EOF) break;
      FFmpegError.throwIfError(code, 'read an MP4');
      const until = (Number(read.dts) * num) / den;
      while (encoded.packets[0] && Number(encoded.packets[0].pts) / SOUND_RATE <= until)
        await writeSound(output, encoded.packets);
      await output.write(read, video.timeBase);
      read.unref();
    }
    while (encoded.packets.length > 0) await writeSound(output, encoded.packets);
    await output.finish(input.metadata?.getAll() ?? {});
    output = null;
  } finally {
    await output?.abandon();
    for (const packet of encoded.packets) packet.free();
    read.free();
    encoded.context.freeContext();
    await input.closeInput();
  }
}

async function writeSound(output: Mp4File, packets: Packet[]): Promise<void> {
  const packet = packets.shift();
  if (!packet) return;
  await output.write(packet, TIME_BASE, 1);
  packet.free();
}

/** Decodes the packets, places them in time and encodes the whole track. */
async function encodeSound(sound: readonly TapeSound[], times: readonly number[], durationMs: number) {
  const decoder = await openOpus();
  const context = await openAac();
  const packets: Packet[] = [];
  const pcm = new Frame();
  pcm.alloc();
  const given = new Packet();
  given.alloc();
  const whole = createAacFrames(context, packets);
  const track = createSoundTrack(durationMs, whole.add);
  const clock = createVideoClock(times);
  for (const { bytes, at } of sound) {
    given.data = bytes;
    const sent = await decoder.sendPacket(given);
    given.unref();
    // A packet that can't be decoded is a gap.
    if (sent < 0 || (await decoder.receiveFrame(pcm)) < 0) continue;
    track.add(interleaved(pcm), clock(at));
    pcm.unref();
  }
  track.end();
  whole.end();
  given.free();
  pcm.free();
  decoder.freeContext();
  return { packets, context };
}

async function openOpus(): Promise<CodecContext> {
  const codec = Codec.findDecoderByName(FF_DECODER_LIBOPUS);
  const context = new CodecContext();
  context.allocContext3(codec);
  context.sampleRate = SOUND_RATE;
  context.channelLayout = STEREO;
  FFmpegError.throwIfError(await context.open2(codec), 'open Opus');
  return context;
}

async function openAac(): Promise<CodecContext> {
  const codec = Codec.findEncoderByName(FF_ENCODER_AAC);
  const context = new CodecContext();
  context.allocContext3(codec);
  context.sampleRate = SOUND_RATE;
  context.channelLayout = STEREO;
  context.sampleFormat = AV_SAMPLE_FMT_FLTP;
  context.timeBase = TIME_BASE;
  context.bitRate = BITS_PER_SECOND;
  // MP4 has the decoder's configuration in its index.
  context.setFlags(AV_CODEC_FLAG_GLOBAL_HEADER);
  FFmpegError.throwIfError(await context.open2(codec), 'open AAC');
  return context;
}

/** Decoded samples as interleaved stereo. */
function interleaved(frame: Frame): Float32Array {
  const count = frame.nbSamples;
  const planes = (frame.data ?? []).map((plane) => new Float32Array(Uint8Array.from(plane).buffer));
  const samples = new Float32Array(count * SOUND_CHANNELS);
  if (frame.format === AV_SAMPLE_FMT_FLT) samples.set(planes[0]?.subarray(0, samples.length) ?? []);
  else if (frame.format === AV_SAMPLE_FMT_FLTP)
    for (let at = 0; at < count; at += 1) {
      samples[at * SOUND_CHANNELS] = planes[0]?.[at] ?? 0;
      samples[at * SOUND_CHANNELS + 1] = planes[1]?.[at] ?? 0;
    }
  else {
    const [plane] = frame.data ?? [];
    const words = new Int16Array(Uint8Array.from(plane ?? []).buffer);
    for (let at = 0; at < samples.length; at += 1) samples[at] = (words[at] ?? 0) / 32_768;
  }
  return samples;
}

/** Collects samples into AAC's frames. */
function createAacFrames(context: CodecContext, packets: Packet[]) {
  const left = new Float32Array(AAC_SAMPLES);
  const right = new Float32Array(AAC_SAMPLES);
  let filled = 0;
  let pts = 0n;

  function receive(): void {
    for (;;) {
      const packet = new Packet();
      packet.alloc();
      if (context.receivePacketSync(packet) < 0) {
        packet.free();
        return;
      }
      packets.push(packet);
    }
  }

  function encode(count: number): void {
    const frame = new Frame();
    frame.alloc();
    frame.nbSamples = count;
    frame.format = AV_SAMPLE_FMT_FLTP;
    frame.sampleRate = SOUND_RATE;
    frame.channelLayout = STEREO;
    FFmpegError.throwIfError(frame.getBuffer(), 'take memory for sound');
    for (const [index, samples] of [left, right].entries())
      frame.data?.[index]?.set(new Uint8Array(samples.buffer, 0, count * 4));
    frame.pts = pts;
    pts += BigInt(count);
    FFmpegError.throwIfError(context.sendFrameSync(frame), 'encode sound');
    frame.free();
    receive();
  }

  return {
    add(samples: Float32Array): void {
      for (let at = 0; at < samples.length; at += SOUND_CHANNELS) {
        left[filled] = samples[at] ?? 0;
        right[filled] = samples[at + 1] ?? 0;
        filled += 1;
        if (filled < AAC_SAMPLES) continue;
        encode(AAC_SAMPLES);
        filled = 0;
      }
    },
    end(): void {
      if (filled > 0) encode(filled);
      context.sendFrameSync(null);
      receive();
    },
  };
}
