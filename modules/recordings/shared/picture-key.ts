/** Where the storage keeps an image that a dream was given to begin with, by its digest. */
export const pictureKey = (dreamId: string, digest: string) => `dreams/${dreamId}/picture-${digest}.jpg`;
