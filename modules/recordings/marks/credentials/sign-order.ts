export interface FileOfOrder {
  path: string;
  format: 'image/jpeg' | 'video/mp4';
  /** C2PA manifest definition, without a title */
  definition: object;
}

/** Sent after the last file. */
export const NO_MORE = 'null';

export interface SigningAnswer {
  /** why files have no time stamp although they should, in words */
  unstamped: string | null;
}
