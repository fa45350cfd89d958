export interface AudioType {
  /** ending of a file of this kind */
  ending: string;
  contentType: string;
}

const TYPES: (AudioType & { starts: (bytes: Uint8Array) => boolean })[] = [
  { ending: 'webm', contentType: 'audio/webm', starts: (b) => has(b, 0, '\x1aE\xdf\xa3') },
  { ending: 'ogg', contentType: 'audio/ogg', starts: (b) => has(b, 0, 'OggS') },
  { ending: 'wav', contentType: 'audio/wav', starts: (b) => has(b, 0, 'RIFF') && has(b, 8, 'WAVE') },
  { ending: 'm4a', contentType: 'audio/mp4', starts: (b) => has(b, 4, 'ftyp') },
  { ending: 'flac', contentType: 'audio/flac', starts: (b) => has(b, 0, 'fLaC') },
  {
    ending: 'mp3',
    contentType: 'audio/mpeg',
    starts: (b) => has(b, 0, 'ID3') || (b[0] === 0xff && (b[1] ?? 0) >= 0xf2 && (b[1] ?? 0) <= 0xfb),
  },
];

/** What a recording is, by its first bytes and not by its sender's word; null for everything else. */
export function audioType(bytes: Uint8Array): AudioType | null {
  return TYPES.find(({ starts }) => starts(bytes)) ?? null;
}

/** The type of a file that was stored under the ending above. */
export function contentTypeOf(key: string): string {
  return TYPES.find(({ ending }) => key.endsWith(`.${ending}`))?.contentType ?? 'application/octet-stream';
}

function has(bytes: Uint8Array, at: number, mark: string): boolean {
  return [...mark].every((character, index) => bytes[at + index] === character.charCodeAt(0));
}
