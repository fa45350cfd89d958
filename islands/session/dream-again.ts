import { api } from '../../modules/kit/browser/api.ts';
import type { Score } from '../../modules/scores/contract/score.ts';

interface AgainRequest {
  session_id: string;
  from?: number;
  score?: Score;
}

const WIDTH = 1280;
const HEIGHT = 720;

/** Starts a dream that repeats or continues another one, and opens it. */
export async function dreamAgain(
  request: AgainRequest,
  video: HTMLVideoElement | null = null,
): Promise<void> {
  const image = request.from === undefined || !video ? null : imageOf(video);
  await api('POST', '/api/stream/again', { ...request, ...(image && { image }) });
  location.assign('/stream');
}

/** The current image in base64; null if the browser won't give it. */
function imageOf(video: HTMLVideoElement): string | null {
  if (video.readyState < HTMLMediaElement.HAVE_CURRENT_DATA) return null;
  try {
    const canvas = document.createElement('canvas');
    canvas.width = WIDTH;
    canvas.height = HEIGHT;
    canvas.getContext('2d')?.drawImage(video, 0, 0, WIDTH, HEIGHT);
    return canvas.toDataURL('image/jpeg', 0.9).split(',')[1] ?? null;
  } catch {
    // A video from another origin.
    return null;
  }
}
