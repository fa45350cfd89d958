/** Frames of a video to examine, evenly spaced: a watermark is in every frame, but not equally readable. */
const MOMENTS = 12;
const WAIT_MS = 15_000;
/** Past the end of any video: makes browsers compute a missing duration. */
const FAR = 1e7;

/**
 * Frames of a video from beginning to end, decoded by the browser's own player.
 * @throws Error if it can't be played
 */
export async function* videoFrames(file: Blob, signal: AbortSignal): AsyncGenerator<ImageBitmap> {
  const video = document.createElement('video');
  video.muted = true;
  video.playsInline = true;
  video.preload = 'auto';
  const address = URL.createObjectURL(file);
  try {
    video.src = address;
    await arrives(video, 'loadeddata', signal);
    if (!Number.isFinite(video.duration)) await seek(video, FAR, signal);
    const length = Number.isFinite(video.duration) ? video.duration : video.currentTime;
    for (let index = 0; index < MOMENTS; index += 1) {
      await seek(video, ((index + 0.5) / MOMENTS) * length, signal);
      if (video.videoWidth > 0) yield await createImageBitmap(video);
    }
  } finally {
    video.removeAttribute('src');
    video.load();
    URL.revokeObjectURL(address);
  }
}

async function seek(video: HTMLVideoElement, seconds: number, signal: AbortSignal): Promise<void> {
  const arrived = arrives(video, 'seeked', signal);
  video.currentTime = seconds;
  await arrived;
}

function arrives(
  video: HTMLVideoElement,
  event: 'loadeddata' | 'seeked',
  signal: AbortSignal,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const ends = AbortSignal.any([signal, AbortSignal.timeout(WAIT_MS)]);
    const done = new AbortController();
    const settle = (act: () => void) => () => {
      done.abort();
      act();
    };
    const listen = { signal: done.signal };
    video.addEventListener(event, settle(resolve), listen);
    video.addEventListener(
      'error',
      settle(() => reject(new Error('the video can’t be played'))),
      listen,
    );
    ends.addEventListener(
      'abort',
      settle(() => reject(ends.reason)),
      listen,
    );
  });
}
