import { AV_CHANNEL_ORDER_NATIVE, AV_SAMPLE_FMT_FLT } from 'node-av/constants';
import { FFmpegError, Frame, SoftwareResampleContext } from 'node-av/lib';

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
