import { mkdir, mkdtemp, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { FRAME_HEIGHT, FRAME_WIDTH } from '../../protocol/format.ts';
import { type FileMarks, markVideo } from '../marks/write-marks.ts';
import { readTape, scanTape } from '../tape/read-tape.ts';
import { syncPath } from '../tape/tape-file.ts';
import type { CompileOutcome } from './compile-protocol.ts';
import { createMomentPicker, drawFilmstrip } from './filmstrip.ts';
import { createPreviewWriter } from './preview.ts';
import { createStillPicker, drawPoster, drawThumbnail } from './stills.ts';
import { chooseFrameRate, placePictures, videoLength } from './timeline.ts';
import { createJpegDecoder, createVideoEncoder, FULL } from './video-encoder.ts';

const VIDEO_FILE = 'video.mp4';
const THUMBNAIL_FILE = 'thumbnail.jpg';
const POSTER_FILE = 'poster.jpg';
const PREVIEW_FILE = 'preview.mp4';
const FILMSTRIP_FILE = 'filmstrip.jpg';

/** Unfinished files, until they are whole. */
const WORK_PREFIX = '.work-';

/**
 * Writes the video of a tape, its stills, preview and filmstrip into `outDir`, streaming. Each file gets its name
 * once it is whole and on the disk, the video last. Blocks its thread while it decodes.
 * @param onProgress called with 0–1
 * @param marks written into each file's metadata; none where they are unknown
 */
export async function encodeTape(
  tapeDir: string,
  outDir: string,
  onProgress: (progress: number) => void,
  marks: FileMarks | null = null,
): Promise<CompileOutcome> {
  const xmp = marks?.xmp ?? null;
  await mkdir(outDir, { recursive: true });
  await removeLeftovers(outDir);
  const workDir = await mkdtemp(join(outDir, WORK_PREFIX));
  try {
    const written = await writeVideos(tapeDir, workDir, onProgress, marks?.metadata ?? null);
    if (written.still === null) return { kind: 'empty', damaged: written.damaged };
    const { still, moments, ...video } = written;
    await writeWhole(join(workDir, FILMSTRIP_FILE), await drawFilmstrip(moments, xmp));
    await writeWhole(join(workDir, THUMBNAIL_FILE), await drawThumbnail(still, xmp));
    await writeWhole(join(workDir, POSTER_FILE), await drawPoster(still, xmp));
    if (xmp) for (const name of [PREVIEW_FILE, VIDEO_FILE]) await markVideo(join(workDir, name), xmp);
    await syncPath(join(workDir, PREVIEW_FILE));
    await syncPath(join(workDir, VIDEO_FILE));
    for (const name of [FILMSTRIP_FILE, PREVIEW_FILE, THUMBNAIL_FILE, POSTER_FILE, VIDEO_FILE]) {
      await rename(join(workDir, name), join(outDir, name));
    }
    await syncPath(outDir);
    return {
      kind: 'compiled',
      video: VIDEO_FILE,
      thumbnail: THUMBNAIL_FILE,
      poster: POSTER_FILE,
      preview: PREVIEW_FILE,
      filmstrip: FILMSTRIP_FILE,
      bytes: (await stat(join(outDir, VIDEO_FILE))).size,
      ...video,
    };
  } finally {
    await rm(workDir, { recursive: true, force: true });
  }
}

/**
 * Encodes all pictures, some of them a second time for the preview, and keeps those that pictures are made
 * from; the still is null when none of them can be decoded.
 */
async function writeVideos(
  tapeDir: string,
  workDir: string,
  onProgress: (progress: number) => void,
  metadata: Record<string, string> | null,
) {
  const times = (await scanTape(tapeDir)).frames.map((frame) => frame.at);
  const fps = chooseFrameRate(times);
  const expected = Math.max(1, Math.round((videoLength(times) * fps) / 1000));
  const stills = createStillPicker(expected);
  const filmstrip = createMomentPicker(expected);
  const encoder = await createVideoEncoder(join(workDir, VIDEO_FILE), fps, FULL, metadata);
  const preview = await createPreviewWriter(join(workDir, PREVIEW_FILE), fps, expected);
  // Once for both: it costs as much as a picture of the video does.
  const decode = createJpegDecoder();
  let frames = 0;
  let unshown = 0;
  let brokenPictures = 0;
  let damaged = 0;
  const pictures = readTape(tapeDir, (bytes) => {
    damaged += bytes;
  });
  for await (const { picture, repeat } of placePictures(pictures, fps)) {
    const decoded = decode(picture.jpeg);
    if (decoded && encoder.load(decoded)) {
      stills.offer(picture.jpeg, frames);
      filmstrip.offer(picture.jpeg, frames);
    } else brokenPictures += 1;
    await preview.add(decoded, frames, repeat);
    decoded?.free();
    frames += repeat;
    unshown += repeat;
    // Broken pictures at the very start have none before them to hold: the first good one stands in.
    if (!encoder.loaded) continue;
    await encoder.show(unshown);
    unshown = 0;
    onProgress(Math.min(1, frames / expected));
  }
  const still = await stills.pick();
  if (still === null && encoder.loaded) throw new Error('no still can be made of any picture');
  if (still !== null) {
    await encoder.finish();
    const standIn = decode(still);
    await preview.finish(standIn);
    standIn?.free();
  }
  const durationMs = Math.round((frames * 1000) / fps);
  const moments = filmstrip.pick();
  return {
    still,
    moments,
    durationMs,
    width: FRAME_WIDTH,
    height: FRAME_HEIGHT,
    fps,
    frames,
    brokenPictures,
    damaged,
  };
}

/** A compile that was killed leaves its work behind; one still dying loses it and fails, which is right. */
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
