import { Dictionary, FFmpegError, FormatContext, type Packet, type Rational, type Stream } from 'node-av/lib';

/** An MP4 of one video track that is being written. */
export interface Mp4File {
  /** Adds a packet, which it empties. @param timeBase unit of the packet's times */
  write(packet: Packet, timeBase: Rational): Promise<void>;
  /** Writes the index and closes the file. @param metadata by FFmpeg's names */
  finish(metadata: Readonly<Record<string, string>>): Promise<void>;
  /** Closes an incomplete file; it is of no use. */
  abandon(): Promise<void>;
}

/**
 * Opens an MP4, index in front. Each fault of the disk is thrown where it happens: node-av's own muxer ignores those of
 * the index, and leaves a file that nothing plays. Of calls that take options only the async ones are used: the sync ones
 * free them a second time, and the process dies a little later.
 * @param describe sets the track's unit of time and its codec's parameters
 * @param createdAt ISO 8601, for the header; null where it is unknown
 * @throws FFmpegError, as all calls do
 */
export async function openMp4(
  path: string,
  describe: (stream: Stream) => void,
  createdAt: string | null,
): Promise<Mp4File> {
  const context = new FormatContext();
  FFmpegError.throwIfError(context.allocOutputContext2(null, 'mp4', path), 'open an MP4');
  const stream = context.newStream();
  describe(stream);
  // The other metadata is read at the end, when all of it is known.
  context.metadata = Dictionary.fromObject(createdAt === null ? {} : { creation_time: createdAt });
  FFmpegError.throwIfError(await context.openOutput(), 'open an MP4');
  const options = Dictionary.fromObject({ movflags: '+faststart' });
  FFmpegError.throwIfError(await context.writeHeader(options), 'write an MP4');

  async function close(): Promise<void> {
    await context.closeOutput();
    context.freeContext();
  }

  return {
    async write(packet, timeBase) {
      packet.streamIndex = stream.index;
      packet.rescaleTs(timeBase, stream.timeBase);
      FFmpegError.throwIfError(await context.interleavedWriteFrame(packet), 'write an MP4');
    },
    async finish(metadata) {
      context.metadata = Dictionary.fromObject(metadata);
      const ended = await context.writeTrailer();
      await close();
      FFmpegError.throwIfError(ended, 'end an MP4');
    },
    abandon: close,
  };
}
