import { createHash, randomBytes, randomInt } from 'node:crypto';

/** An id that can be shared: 128 random bits, safe in addresses, file names and storage keys. */
export const newId = (): string => randomBytes(16).toString('hex').replaceAll('-', 'x').replaceAll('_', 'y');

/** A secret handed to one holder: 256 random bits. */
export const newToken = (): string => randomBytes(32).toString('base64url');

/** Form in which a token is kept at rest. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('base64url');

/** A seed for a dream, safe in every language's 32-bit integers. */
export const newSeed = (): number => randomInt(0, 0x7fffffff);
