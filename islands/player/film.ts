/** Addresses of a recorded dream's files. */
export interface Film {
  video: string;
  poster: string | null;
  /** Shown until the page has loaded, because a large poster would delay it. */
  smallPoster?: string | null;
  captions: string;
  filmstrip: string | null;
  /** Null if unknown. */
  seconds: number | null;
}
