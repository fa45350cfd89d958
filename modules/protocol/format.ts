/** Frame size in pixels, for live frames and recordings. */
export const FRAME_WIDTH = 1280;
export const FRAME_HEIGHT = 720;
/** Default if no worker declares a rate. */
export const USUAL_FPS = 16;
/** Maximum that we request from a worker. */
export const MAX_FPS = 30;
/** Maximum video bit rate in kbit/s; a viewer's connection may require less. */
export const VIDEO_KBPS = 4_000;
/** Keyframe interval: players seek to keyframes, and stills are made from them. */
export const KEYFRAME_SECONDS = 2;
