/** A format that this page reads, by its first bytes: names and types of files are often wrong. */
export interface FileKind {
  name: 'JPEG' | 'PNG' | 'WebP' | 'MP4' | 'WebM';
  isVideo: boolean;
  /** as readers of content credentials call it; null for one that can't hold any */
  format: string | null;
}

const BYTES = 16;
const EBML = '\x1aE\xdf\xa3';
/** Brands of pictures in the same container as MP4. */
const PICTURE_BRANDS = /^(avif|avis|heic|heix|hevc|mif1|msf1)$/;

/** @returns null for a format that is not read here */
export async function readKind(file: Blob): Promise<FileKind | null> {
  return kindOf(latin1(await file.slice(0, BYTES).arrayBuffer()));
}

function kindOf(start: string): FileKind | null {
  const picture = (name: FileKind['name'], format: string) => ({ name, format, isVideo: false });
  if (start.startsWith('\xff\xd8\xff')) return picture('JPEG', 'image/jpeg');
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return picture('PNG', 'image/png');
  if (start.startsWith('RIFF') && start.slice(8, 12) === 'WEBP') return picture('WebP', 'image/webp');
  if (start.startsWith(EBML)) return { name: 'WebM', format: null, isVideo: true };
  const brand = start.slice(8, 12);
  if (start.slice(4, 8) !== 'ftyp' || PICTURE_BRANDS.test(brand)) return null;
  return { name: 'MP4', format: brand === 'qt  ' ? 'video/quicktime' : 'video/mp4', isVideo: true };
}

/** A few bytes as characters of the same numbers, which the decoder of that name doesn't give. */
export const latin1 = (bytes: ArrayBuffer): string => String.fromCharCode(...new Uint8Array(bytes));
