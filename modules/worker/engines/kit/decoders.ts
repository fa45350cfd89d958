import { AV_CHANNEL_ORDER_NATIVE, AV_SAMPLE_FMT_FLT } from 'node-av/constants';
import { Codec, CodecContext, FFmpegError, Frame, SoftwareResampleContext } from 'node-av/lib';
import { MAX_IMAGE_PIXELS } from '../../../kit/images/image-order.ts';

const RATE = 48_000;
const BYTES_PER_SAMPLE = 8;
const STEREO = { nbChannels: 2, order: AV_CHANNEL_ORDER_NATIVE, mask: 3n };

/** Converts decoded sound of any rate and layout to interleaved 32-bit floats, stereo, 48 kHz. */
export function createSoundConverter() {
  const context = new SoftwareResampleContext();
  context.alloc();
  const out = new Frame();
  out.alloc();
  return {
    /** null flushes the samples that the converter holds back */
    convert(sound: Frame | null): Uint8Array {
      out.unref();
      out.format = AV_SAMPLE_FMT_FLT;
      out.sampleRate = RATE;
      out.channelLayout = STEREO;
      FFmpegError.throwIfError(context.convertFrame(out, sound), 'resample');
      const [plane] = out.data ?? [];
      return Uint8Array.from(plane?.subarray(0, out.nbSamples * BYTES_PER_SAMPLE) ?? []);
    },
    close(): void {
      out.free();
      context.free();
    },
  };
}

/** Single-threaded, since more threads would delay frames. Corrupt data raises an error instead of showing grey. */
export async function openDecoder(parameters: Parameters<CodecContext['parametersToContext']>[0]) {
  const codec = Codec.findDecoder(parameters.codecId);
  if (!codec) throw new Error('no decoder for it');
  const context = new CodecContext();
  context.allocContext3(codec);
  FFmpegError.throwIfError(context.parametersToContext(parameters), 'open');
  context.threadCount = 1;
  context.setOption('err_detect', 'explode');
  context.setOption('max_pixels', String(MAX_IMAGE_PIXELS));
  FFmpegError.throwIfError(await context.open2(codec), 'open');
  return context;
}
