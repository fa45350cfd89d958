import { mkdir, mkdtemp, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { contentTypeOf } from '../../kit/http/content-type.ts';
import { CODECS, isVideo } from '../../protocol/codecs.ts';
import { addChapters } from '../marks/chapters/add-chapters.ts';
import { chaptersOf } from '../marks/chapters/chapters.ts';
import { manifestOf } from '../marks/credentials/manifest.ts';
import { startSigning } from '../marks/credentials/sign-files.ts';
import type { FileOfOrder } from '../marks/credentials/sign-order.ts';
import { openMark } from '../marks/open-mark.ts';
import { describeVideo, type FileMarks, markVideo, xmpOf } from '../marks/write-marks.ts';
import { type IndexedFrame, scanTape } from '../tape/read-tape.ts';
import { readSoundTape } from '../tape/sound-tape.ts';
import { syncPath } from '../tape/tape-file.ts';
import { addSound } from './add-sound.ts';
import { BrokenFile, checkImage, checkVideo } from './check-files.ts';
import type { CompileOutcome } from './compile-protocol.ts';
import { copyVideo } from './copy-video.ts';
import { describeFiles } from './describe-files.ts';
import { encodeVideo } from './encode-video.ts';
import { drawFilmstrip } from './filmstrip.ts';
import { type Place, placePrompts } from './places.ts';
import { PREVIEW } from './preview.ts';
import { drawPoster, drawThumbnail } from './stills.ts';
import type { VideoOrder, WrittenVideo } from './written-video.ts';

const VIDEO_FILE = 'video.mp4';
const THUMBNAIL_FILE = 'thumbnail.jpg';
const POSTER_FILE = 'poster.jpg';
const PREVIEW_FILE = 'preview.mp4';
const FILMSTRIP_FILE = 'filmstrip.jpg';

/** Files recorded in the content log. */
const KINDS = {
  video: VIDEO_FILE,
  preview: PREVIEW_FILE,
  poster: POSTER_FILE,
  thumbnail: THUMBNAIL_FILE,
  filmstrip: FILMSTRIP_FILE,
} as const;

/** Files in a folder with this prefix are unfinished. */
const WORK_PREFIX = '.work-';

/**
 * Streams a tape into a video, stills, preview and filmstrip in `outDir`. Copies the frames of a codec that all players
 * show; encodes everything else, mixed tapes, and anything that gets TrustMark's watermark. Renames files into place once
 * they're complete and synced, the video last. Blocks the thread while decoding.
 * @param onProgress called with 0–1
 * @param given metadata for the files; null if unknown
 */
export async function encodeTape(
  tapeDir: string,
  outDir: string,
  onProgress: (progress: number) => void,
  given: FileMarks | null = null,
): Promise<CompileOutcome> {
  const { frames } = await scanTape(tapeDir);
  await mkdir(outDir, { recursive: true });
  await removeLeftovers(outDir);
  const order = { tapeDir, outDir, frames, onProgress, given };
  // Workers can't write TrustMark's watermark, so with it enabled their video is unmarked.
  const [codec, ...others] = new Set(frames.map((frame) => frame.codec));
  const isOneVideo = others.length === 0 && isVideo(codec);
  const mayCopy = !given?.trustmark && isOneVideo && CODECS[codec].video.isCopied;
  if (!mayCopy) return await makeFiles(order, encodeVideo);
  const copyOrEncode = async (video: VideoOrder) =>
    (await copyVideo(video, frames, codec)) ?? (await encodeVideo(video));
  try {
    return await makeFiles(order, copyOrEncode);
  } catch (error) {
    if (!(error instanceof BrokenFile)) throw error;
    // The copy is unusable; the frames may not match their parameters. Encode instead.
    return await makeFiles(order, encodeVideo);
  }
}

interface TapeOrder {
  tapeDir: string;
  outDir: string;
  frames: readonly IndexedFrame[];
  onProgress: (progress: number) => void;
  given: FileMarks | null;
}

/** Writes the video, renders the stills and verifies every file. @throws BrokenFile */
async function makeFiles(
  { tapeDir, outDir, frames, onProgress, given }: TapeOrder,
  writeVideo: (order: VideoOrder) => Promise<WrittenVideo>,
): Promise<CompileOutcome> {
  let marks = given?.marks ?? null;
  const xmp = marks && xmpOf(marks);
  const workDir = await mkdtemp(join(outDir, WORK_PREFIX));
  const { mark, fault } = await openMark(given);
  const signing = given?.signing ? startSigning(given.signing) : null;
  const sign = (kind: keyof typeof KINDS) => {
    if (!marks) return;
    const [path, definition] = [join(workDir, KINDS[kind]), manifestOf(marks, kind)];
    signing?.sign({ path, format: contentTypeOf(path) as FileOfOrder['format'], definition });
  };
  try {
    const written = await writeVideo({
      tapeDir,
      videoPath: join(workDir, VIDEO_FILE),
      previewPath: join(workDir, PREVIEW_FILE),
      times: frames.map((frame) => frame.at),
      createdAt: marks?.createdAt ?? null,
      mark,
      onProgress,
      describe(places: readonly Place[], durationMs: number) {
        if (!marks) return {};
        marks = { ...marks, prompts: placePrompts(marks.prompts, places, durationMs) };
        return describeVideo(marks);
      },
      async onVideo(durationMs: number) {
        await addSound(join(workDir, VIDEO_FILE), await readSoundTape(tapeDir), {
          times: frames.map((frame) => frame.at),
          durationMs,
          createdAt: marks?.createdAt ?? null,
        });
        if (!marks || !xmp) return;
        await addChapters(join(workDir, VIDEO_FILE), chaptersOf(marks.prompts, durationMs));
        await markVideo(join(workDir, VIDEO_FILE), xmp);
        // Any later change would invalidate the signature. The video takes longest, so start it first, in parallel with
        // the rest.
        sign('video');
      },
    });
    if (written.still === null) {
      // Keep the tape: browsers may have shown frames that can't be decoded here.
      if (frames.some(({ codec }) => isVideo(codec)))
        throw new BrokenFile(`none of its ${frames.length} frames can be decoded`);
      return { kind: 'empty', damaged: written.damaged };
    }
    const { still, moments, preview, ...video } = written;
    if (xmp) await markVideo(join(workDir, PREVIEW_FILE), xmp);
    sign('preview');
    for (const [kind, draw] of [
      ['filmstrip', drawFilmstrip(moments, xmp)],
      ['thumbnail', drawThumbnail(still, xmp)],
      ['poster', drawPoster(still, xmp, mark)],
    ] as const) {
      await writeWhole(join(workDir, KINDS[kind]), await draw);
      sign(kind);
    }
    const signed = await signing?.finish();
    const files = await describeFiles(workDir, KINDS);
    await syncPath(join(workDir, PREVIEW_FILE));
    await syncPath(join(workDir, VIDEO_FILE));
    // The tape is deleted once these are stored, so verify them after the last change.
    await checkVideo(join(workDir, VIDEO_FILE), video);
    await checkVideo(join(workDir, PREVIEW_FILE), { ...PREVIEW, ...preview });
    for (const name of [FILMSTRIP_FILE, THUMBNAIL_FILE, POSTER_FILE]) await checkImage(join(workDir, name));
    for (const name of [FILMSTRIP_FILE, PREVIEW_FILE, THUMBNAIL_FILE, POSTER_FILE, VIDEO_FILE]) {
      await rename(join(workDir, name), join(outDir, name));
    }
    await syncPath(outDir);
    return {
      kind: 'compiled',
      ...KINDS,
      files,
      bytes: (await stat(join(outDir, VIDEO_FILE))).size,
      prompts: marks?.prompts.map(({ seconds, frame }) => ({ seconds, frame })) ?? [],
      ...(fault && { otherMark: fault }),
      ...(signed?.unsigned && { unsigned: signed.unsigned }),
      ...(signed?.unstamped && { unstamped: signed.unstamped }),
      ...video,
    };
  } finally {
    signing?.close();
    await rm(workDir, { recursive: true, force: true });
  }
}

/** Removes what a killed compile left behind. If that process is still exiting, it fails, which is fine. */
async function removeLeftovers(outDir: string): Promise<void> {
  for (const name of await readdir(outDir)) {
    if (name.startsWith(WORK_PREFIX)) await rm(join(outDir, name), { recursive: true, force: true });
  }
}

async function writeWhole(path: string, bytes: Buffer): Promise<void> {
  const file = await open(path, 'w');
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
}
