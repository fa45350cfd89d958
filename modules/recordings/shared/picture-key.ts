/** Storage key of an image that a dream was given to begin with, by the image's digest. */
export const pictureKey = (dreamId: string, digest: string) => `dreams/${dreamId}/picture-${digest}.jpg`;
