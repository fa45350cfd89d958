/** Headers that only media players send. */
const PLAYER_HEADERS = [
  'icy-metadata',
  'x-playback-session-id',
  'getcontentfeatures.dlna.org',
  'transfermode.dlna.org',
];

/** A shorter range is a player's probe, because a preview needs at least the page's head. */
const PROBE_BYTES = 4096;

/**
 * True if a request for a public link wants the video's bytes; otherwise it gets the page, whose tags provide link
 * previews. Goes by the request, because there are too many preview programs to list. Like players, most of them accept
 * anything, but none resumes a file, and browsers state the destination of the answer.
 */
export function wantsBytes({ headers }: Pick<Request, 'headers'>, size: number | null): boolean {
  const used = headers.get('sec-fetch-dest') ?? 'document';
  if (!['document', 'iframe', 'frame', 'object', 'embed'].includes(used)) return true;
  const accept = headers.get('accept') ?? '*/*';
  if (/text\/html|application\/xhtml\+xml/.test(accept)) return false;
  if (/(video|audio|image)\/|application\/octet-stream/.test(accept) || !/\*\/\*|text\/\*/.test(accept))
    return true;
  // The page has no validators, so a client that sends one has seen the video.
  if (headers.has('if-range') || headers.has('if-none-match') || headers.has('if-modified-since'))
    return true;
  return PLAYER_HEADERS.some((name) => headers.has(name)) || isPlayersRange(headers.get('range'), size);
}

/** Previews request the first tens of kilobytes or more; players request everything, the rest, or very little. */
function isPlayersRange(range: string | null, size: number | null): boolean {
  const [, first, last] = range?.match(/^bytes=(\d*)-(\d*)$/) ?? [];
  if (first === undefined || last === undefined) return false;
  if (Number(first) > 0 || first === '' || last === '') return true;
  return Number(last) < PROBE_BYTES || Number(last) + 1 === size;
}
