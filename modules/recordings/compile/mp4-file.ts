import { Dictionary, FFmpegError, FormatContext, type Packet, type Rational, type Stream } from 'node-av/lib';

/** Sets a track's time base and codec parameters. */
type Describe = (stream: Stream) => void;

/** An MP4 being written: one video track, and one with sound if it has any. */
export type Mp4File = Awaited<ReturnType<typeof openMp4>>;

/**
 * Opens an MP4 with its index in front. Disk errors are thrown where they occur; node-av's own muxer ignores them while
 * writing the index and leaves an unplayable file. Only async calls are used for options: the sync versions free them
 * twice and crash the process later.
 * @param tracks one for each track
 * @param createdAt ISO 8601, for the header; null if unknown
 * @throws FFmpegError, as do the methods
 */
export async function openMp4(path: string, tracks: readonly Describe[], createdAt: string | null) {
  const context = new FormatContext();
  FFmpegError.throwIfError(context.allocOutputContext2(null, 'mp4', path), 'open an MP4');
  const streams = tracks.map((describe) => {
    const stream = context.newStream();
    describe(stream);
    return stream;
  });
  // The rest of the metadata isn't known until the end.
  context.metadata = Dictionary.fromObject(createdAt === null ? {} : { creation_time: createdAt });
  FFmpegError.throwIfError(await context.openOutput(), 'open an MP4');
  const options = Dictionary.fromObject({ movflags: '+faststart' });
  FFmpegError.throwIfError(await context.writeHeader(options), 'write an MP4');

  async function close(): Promise<void> {
    await context.closeOutput();
    context.freeContext();
  }

  return {
    /**
     * Adds a packet and takes ownership of its data.
     * @param timeBase unit of the packet's timestamps
     * @param track number of its track; default: the first
     */
    async write(packet: Packet, timeBase: Rational, track: number = 0): Promise<void> {
      const stream = streams[track];
      if (!stream) throw new Error(`an MP4 with ${streams.length} tracks has no track ${track}`);
      packet.streamIndex = stream.index;
      packet.rescaleTs(timeBase, stream.timeBase);
      FFmpegError.throwIfError(await context.interleavedWriteFrame(packet), 'write an MP4');
    },
    /** Writes the index and closes the file. @param metadata keyed by FFmpeg's names */
    async finish(metadata: Readonly<Record<string, string>>): Promise<void> {
      context.metadata = Dictionary.fromObject(metadata);
      const ended = await context.writeTrailer();
      await close();
      FFmpegError.throwIfError(ended, 'end an MP4');
    },
    /** Closes an incomplete file, which is unusable. */
    abandon: close,
  };
}
