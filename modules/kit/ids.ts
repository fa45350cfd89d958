import { createHash, randomBytes, randomInt } from 'node:crypto';

/** A shareable id: 128 random bits, safe in URLs, file names and storage keys. */
export const newId = (): string => randomBytes(16).toString('hex');

/** A secret for one holder: 256 random bits. */
export const newToken = (): string => randomBytes(32).toString('base64url');

/** The form in which tokens are stored. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('base64url');

/** A seed for a dream; fits a 32-bit integer in every language. */
export const newSeed = (): number => randomInt(0, 0x7fffffff);
