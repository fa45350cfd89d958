import { contentTypeOf } from '../kit/http/content-type.ts';

export interface AudioType {
  /** file extension */
  ending: string;
  contentType: string;
}

const KINDS: { ending: string; starts: (bytes: Uint8Array) => boolean }[] = [
  { ending: 'webm', starts: (b) => has(b, 0, '\x1aE\xdf\xa3') },
  { ending: 'ogg', starts: (b) => has(b, 0, 'OggS') },
  { ending: 'wav', starts: (b) => has(b, 0, 'RIFF') && has(b, 8, 'WAVE') },
  { ending: 'm4a', starts: (b) => has(b, 4, 'ftyp') },
  { ending: 'flac', starts: (b) => has(b, 0, 'fLaC') },
  {
    ending: 'mp3',
    starts: (b) => has(b, 0, 'ID3') || (b[0] === 0xff && (b[1] ?? 0) >= 0xf2 && (b[1] ?? 0) <= 0xfb),
  },
];

/** Detects the type of a recording from its first bytes, ignoring what the sender claims. Null if unknown. */
export function audioType(bytes: Uint8Array): AudioType | null {
  const kind = KINDS.find(({ starts }) => starts(bytes));
  return kind ? { ending: kind.ending, contentType: contentTypeOf(`.${kind.ending}`) } : null;
}

function has(bytes: Uint8Array, at: number, mark: string): boolean {
  return [...mark].every((character, index) => bytes[at + index] === character.charCodeAt(0));
}
