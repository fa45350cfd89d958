export type Encoding = 'br' | 'gzip' | 'identity';

/** Picks the encoding with the highest weight among those that exist; brotli wins a tie. */
export function pickEncoding(acceptEncoding: string | undefined, have: readonly Encoding[]): Encoding {
  const weights = new Map<string, number>();
  for (const part of (acceptEncoding ?? '').split(',')) {
    const [name = '', ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase());
    const q = parameters.find((parameter) => parameter.startsWith('q='));
    if (name) weights.set(name, q === undefined ? 1 : Number(q.slice(2)) || 0);
  }
  let best: Encoding = 'identity';
  let bestWeight = 0;
  for (const encoding of ['br', 'gzip'] as const) {
    const weight = weights.get(encoding) ?? weights.get('*') ?? 0;
    if (have.includes(encoding) && weight > bestWeight) [best, bestWeight] = [encoding, weight];
  }
  return best;
}

/** `If-None-Match` compares weakly: a W/ in front does not matter. */
export function matchesEtag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === '*') return true;
  const bare = (tag: string) => tag.trim().replace(/^W\//, '');
  return ifNoneMatch.split(',').some((tag) => bare(tag) === bare(etag));
}

/**
 * Reads one byte range, as media players ask for.
 * @returns first and last byte, null when the whole is to be sent, 'unsatisfiable' for 416
 */
export function parseRange(
  header: string | undefined,
  size: number,
): { first: number; last: number } | null | 'unsatisfiable' {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '');
  if (!match || (match[1] === '' && match[2] === '')) return null;
  const suffix = match[1] === '';
  const first = suffix ? Math.max(0, size - Number(match[2])) : Number(match[1]);
  const last = suffix || match[2] === '' ? size - 1 : Math.min(size - 1, Number(match[2]));
  return first >= size || first > last ? 'unsatisfiable' : { first, last };
}
