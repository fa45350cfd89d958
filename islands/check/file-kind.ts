/** A supported format, detected by its first bytes, since names and types of files are often wrong. */
export interface FileKind {
  name: 'JPEG' | 'PNG' | 'WebP' | 'GIF' | 'MP4' | 'WebM';
  isVideo: boolean;
  /** as readers of content credentials call it; null if it can't contain any */
  format: string | null;
}

const BYTES = 16;
const EBML = '\x1aE\xdf\xa3';
/** Image brands that use the same container as MP4. */
const PICTURE_BRANDS = /^(avif|avis|heic|heix|hevc|mif1|msf1)$/;

/** @returns null for unsupported formats */
export async function readKind(file: Blob): Promise<FileKind | null> {
  return kindOf(latin1(await file.slice(0, BYTES).arrayBuffer()));
}

function kindOf(start: string): FileKind | null {
  const image = (name: FileKind['name'], format: string) => ({ name, format, isVideo: false });
  if (start.startsWith('\xff\xd8\xff')) return image('JPEG', 'image/jpeg');
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return image('PNG', 'image/png');
  if (start.startsWith('RIFF') && start.slice(8, 12) === 'WEBP') return image('WebP', 'image/webp');
  if (/^GIF8[79]a/.test(start)) return image('GIF', 'image/gif');
  if (start.startsWith(EBML)) return { name: 'WebM', format: null, isVideo: true };
  const brand = start.slice(8, 12);
  if (start.slice(4, 8) !== 'ftyp' || PICTURE_BRANDS.test(brand)) return null;
  return { name: 'MP4', format: brand === 'qt  ' ? 'video/quicktime' : 'video/mp4', isVideo: true };
}

/** Bytes as characters with the same codes. `TextDecoder('latin1')` maps some bytes differently. */
export const latin1 = (bytes: ArrayBuffer): string => String.fromCharCode(...new Uint8Array(bytes));
