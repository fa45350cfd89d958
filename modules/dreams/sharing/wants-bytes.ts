/** Headers that media players alone send. */
const PLAYER_HEADERS = [
  'icy-metadata',
  'x-playback-session-id',
  'getcontentfeatures.dlna.org',
  'transfermode.dlna.org',
];

/** A range that is too short for the head of a page is no preview's first part but a player's probe. */
const PROBE_BYTES = 4096;

/**
 * True if a request for a dream's public link wants the video's bytes; else it gets the page, whose tags make
 * previews. Decided by the request, since programs that show previews are too many to know: most accept anything, as
 * players do, but none continues a file, and browsers say where the answer will be used.
 */
export function wantsBytes({ headers }: Pick<Request, 'headers'>, size: number | null): boolean {
  const used = headers.get('sec-fetch-dest') ?? 'document';
  if (!['document', 'iframe', 'frame', 'object', 'embed'].includes(used)) return true;
  const accept = headers.get('accept') ?? '*/*';
  if (/text\/html|application\/xhtml\+xml/.test(accept)) return false;
  if (/(video|audio|image)\/|application\/octet-stream/.test(accept) || !/\*\/\*|text\/\*/.test(accept))
    return true;
  // The page has no validators: a client that names one has met the video.
  if (headers.has('if-range') || headers.has('if-none-match') || headers.has('if-modified-since'))
    return true;
  return PLAYER_HEADERS.some((name) => headers.has(name)) || isPlayersRange(headers.get('range'), size);
}

/** Previews ask for the first part of whatever it is, tens of kilobytes and more; players for all, the rest, or a little. */
function isPlayersRange(range: string | null, size: number | null): boolean {
  const [, first, last] = range?.match(/^bytes=(\d*)-(\d*)$/) ?? [];
  if (first === undefined || last === undefined) return false;
  if (Number(first) > 0 || first === '' || last === '') return true;
  return Number(last) < PROBE_BYTES || Number(last) + 1 === size;
}
