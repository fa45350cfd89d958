/** Title of a camera or screen among the ingredients of content credentials. */
export const CAMERA_TITLE = 'camera picture';
