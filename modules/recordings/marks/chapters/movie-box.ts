import { type Box, box, boxesIn, HEADER_BYTES, u8, u16, u32, u64 } from '../mp4/boxes.ts';
import type { Chapter } from './chapters.ts';

/** Nero's unit is 100 ns. */
const NERO_TICKS_A_MS = 10_000;
/** Marks a text as UTF-8. */
const UTF_8 = box('encd', u32(0x100));
/** Identity matrix and zero size. */
const NO_PLACE = u32(0x1_0000, 0, 0, 0, 0x1_0000, 0, 0, 0, 0x4000_0000, 0, 0);
/** Track flags: in the movie but not enabled, so that players don't draw the text over the video. */
const IN_MOVIE = 2;
const UNDETERMINED_LANGUAGE = 0x55c4;
/** No position, colour or font, since the titles aren't drawn. */
const TEXT_ENTRY = Buffer.from(
  '00000000000000010000000100000000000000000000000000000000000000010000000000000000000d667461620001000100',
  'hex',
);
const TEXT_HEADER = box(
  'gmhd',
  box('gmin', Buffer.from('00000000004080008000800000000000', 'hex')),
  box('text', Buffer.from('000100000000000000000000000000000001000000000000000000000000000040000000', 'hex')),
);

/** Samples of the title track, one per chapter. */
export const chapterSamples = (chapters: readonly Chapter[]): Buffer[] =>
  chapters.map(({ title }) => {
    const text = Buffer.from(title);
    return Buffer.concat([u16(text.length), text, UTF_8]);
  });

/**
 * Returns the `moov` box with chapters in both formats that players read: Nero's list (VLC, mpv and anything
 * FFmpeg-based) and a text track that the video track refers to (Apple). Offsets are still those from before it grew.
 * @param samplesAt offset of the first title sample
 * @throws RangeError for an unsupported `moov`
 */
export function withChapters(moov: Buffer, chapters: readonly Chapter[], samplesAt: number): Buffer {
  const parts = boxesIn(moov, HEADER_BYTES, moov.length);
  const header = parts.find(({ type }) => type === 'mvhd');
  const video = parts.find((part) => part.type === 'trak' && isVideo(moov, part));
  // Version 1 is only for videos that last weeks.
  if (!header || !video || moov.readUInt8(header.body) !== 0) throw new RangeError('no video');
  const timescale = moov.readUInt32BE(header.body + 12);
  const duration = moov.readUInt32BE(header.body + 16);
  const trackId = moov.readUInt32BE(header.end - 4);
  const track = { chapters, samplesAt, timescale, duration, trackId };
  const list = box('chpl', neroList(chapters));
  const bytesOf = (part: Box) => moov.subarray(part.start, part.end);
  const content = parts.map((part) => {
    if (part === header) return Buffer.concat([bytesOf(part).subarray(0, -4), u32(trackId + 1)]);
    if (part === video) return referringTo(bytesOf(part), trackId);
    if (part.type === 'udta') return box('udta', moov.subarray(part.body, part.end), list);
    return bytesOf(part);
  });
  const hasUserData = parts.some(({ type }) => type === 'udta');
  return box('moov', ...content, textTrack(track), ...(hasUserData ? [] : [box('udta', list)]));
}

function isVideo(moov: Buffer, { body, end }: Box): boolean {
  const media = boxesIn(moov, body, end).find(({ type }) => type === 'mdia');
  const handler = media && boxesIn(moov, media.body, media.end).find(({ type }) => type === 'hdlr');
  return handler !== undefined && moov.toString('latin1', handler.body + 8, handler.body + 12) === 'vide';
}

/** Adds a reference to the chapter track. */
function referringTo(track: Buffer, trackId: number): Buffer {
  const media = boxesIn(track, HEADER_BYTES, track.length).find(({ type }) => type === 'mdia');
  const at = media?.start ?? track.length;
  const reference = box('tref', box('chap', u32(trackId)));
  return box('trak', track.subarray(HEADER_BYTES, at), reference, track.subarray(at));
}

const neroList = (chapters: readonly Chapter[]): Buffer =>
  Buffer.concat([
    u32(0x0100_0000, 0),
    u8(chapters.length),
    ...chapters.flatMap(({ title, from }) => {
      const text = Buffer.from(title);
      return [u64(from * NERO_TICKS_A_MS), u8(text.length), text];
    }),
  ]);

interface TextTrack {
  chapters: readonly Chapter[];
  samplesAt: number;
  /** the movie's ticks per second, and its total ticks */
  timescale: number;
  duration: number;
  trackId: number;
}

function textTrack({ chapters, samplesAt, timescale, duration, trackId }: TextTrack): Buffer {
  const ticks = (ms: number) => Math.round((ms * timescale) / 1000);
  const sizes = chapterSamples(chapters).map(({ length }) => length);
  const table = box(
    'stbl',
    box('stsd', u32(0, 1), box('text', TEXT_ENTRY)),
    box(
      'stts',
      u32(0, chapters.length),
      ...chapters.map(({ from, to }) => u32(1, Math.max(1, ticks(to) - ticks(from)))),
    ),
    box('stsc', u32(0, 1), u32(1, chapters.length, 1)),
    box('stsz', u32(0, 0, sizes.length, ...sizes)),
    box('co64', u32(0, 1), u64(samplesAt)),
  );
  return box(
    'trak',
    box('tkhd', u32(IN_MOVIE, 0, 0, trackId, 0, duration, 0, 0, 0, 0), NO_PLACE),
    box('edts', box('elst', u32(0, 1, duration, 0, 0x1_0000))),
    box(
      'mdia',
      box('mdhd', u32(0, 0, 0, timescale, duration), u16(UNDETERMINED_LANGUAGE), u16(0)),
      box('hdlr', u32(0, 0), Buffer.from('text'), u32(0, 0, 0), Buffer.from('Chapters\0')),
      box('minf', TEXT_HEADER, box('dinf', box('dref', u32(0, 1), box('url ', u32(1)))), table),
    ),
  );
}
