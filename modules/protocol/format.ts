/** Pixels of a frame as the relay asks for it and as recordings have it. */
export const FRAME_WIDTH = 1280;
export const FRAME_HEIGHT = 720;
/** Frames a second where no worker declares another rate. */
export const USUAL_FPS = 16;
/** More is asked of no worker. */
export const MAX_FPS = 30;
/** Most bits of video a second, in thousands, where a viewer's connection does not ask for fewer. */
export const VIDEO_KBPS = 4_000;
/** Players seek to keyframes, and stills are made of them. */
export const KEYFRAME_SECONDS = 2;
