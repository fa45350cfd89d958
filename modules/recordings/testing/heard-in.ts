import { AV_SAMPLE_FMT_FLTP, AVERROR_EOF, AVMEDIA_TYPE_AUDIO } from 'node-av/constants';
import { Codec, CodecContext, FFmpegError, FormatContext, Frame, Packet } from 'node-av/lib';

/** The sound of a video: loudness (root mean square) of each 10 ms, and its length in ms. Null if it has none. */
export async function heardIn(path: string): Promise<{ loudness: number[]; durationMs: number } | null> {
  const input = new FormatContext();
  FFmpegError.throwIfError(await input.openInput(path), 'open');
  const stream = input.streams[input.findBestStream(AVMEDIA_TYPE_AUDIO)];
  if (!stream) {
    await input.closeInput();
    return null;
  }
  const codec = Codec.findDecoder(stream.codecpar.codecId);
  const context = new CodecContext();
  context.allocContext3(codec);
  stream.codecpar.toContext(context);
  FFmpegError.throwIfError(await context.open2(codec), 'open AAC');
  const [packet, frame] = [new Packet(), new Frame()];
  packet.alloc();
  frame.alloc();
  const squares: number[] = [];
  const counts: number[] = [];
  const rate = stream.codecpar.sampleRate;
  const take = async () => {
    while ((await context.receiveFrame(frame)) >= 0) {
      if (frame.format !== AV_SAMPLE_FMT_FLTP) throw new Error(`format ${frame.format}`);
      const plane = new Float32Array(Uint8Array.from(frame.data?.[0] ?? []).buffer);
      const start = (Number(frame.pts) * stream.timeBase.num) / stream.timeBase.den;
      for (let at = 0; at < frame.nbSamples; at += 1) {
        const bin = Math.floor((start + at / rate) * 100);
        if (bin < 0) continue;
        squares[bin] = (squares[bin] ?? 0) + (plane[at] ?? 0) ** 2;
        counts[bin] = (counts[bin] ?? 0) + 1;
      }
      frame.unref();
    }
  };
  for (let code = 0; code !== AVERROR_EOF; ) {
    code = await input.readFrame(packet);
    if (code === AVERROR_EOF) await context.sendPacket(null);
    else if (packet.streamIndex === stream.index) await context.sendPacket(packet);
    packet.unref();
    await take();
  }
  const durationMs = (Number(stream.duration) * 1000 * stream.timeBase.num) / stream.timeBase.den;
  packet.free();
  frame.free();
  context.freeContext();
  await input.closeInput();
  return { loudness: squares.map((sum, bin) => Math.sqrt(sum / (counts[bin] ?? 1))), durationMs };
}
