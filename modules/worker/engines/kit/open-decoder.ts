import { Codec, CodecContext, FFmpegError } from 'node-av/lib';
import { MAX_IMAGE_PIXELS } from '../../../kit/images/image-order.ts';

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
