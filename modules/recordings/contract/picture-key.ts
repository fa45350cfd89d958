/** Storage key of a dream's start image, by the image's digest. */
export const pictureKey = (dreamId: string, digest: string) => `dreams/${dreamId}/picture-${digest}.jpg`;
