/** Formats that can be signed. */
export type SignedFormat = 'image/gif' | 'image/jpeg' | 'image/png' | 'image/webp' | 'video/mp4';

export interface FileOfOrder {
  path: string;
  format: SignedFormat;
  /** C2PA manifest definition, without a title */
  definition: object;
}

/** Sent after the last file. */
export const NO_MORE = 'null';

export interface SigningAnswer {
  /** why files have no time stamp although they should, in words */
  unstamped: string | null;
}
