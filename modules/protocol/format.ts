/** Pixels of a frame as the relay asks for it and as recordings have it. */
export const FRAME_WIDTH = 1280;
export const FRAME_HEIGHT = 720;
/** Frames a second where no worker declares another rate. */
export const USUAL_FPS = 16;
/** More is asked of no worker. */
export const MAX_FPS = 30;
