import { type FileKind, latin1 } from './file-kind.ts';

/** Statements in a file's XMP metadata, which anyone can add or remove. */
export interface XmpMarks {
  /** IPTC's digital source type, a URL */
  sourceType: string;
  tool: string | null;
  createdAt: string | null;
}

/** Anything longer isn't metadata but a file inside a file. */
const MOST_BYTES = 4 * 1024 * 1024;
/** More parts than any real file has before its XMP. */
const MOST_PARTS = 100_000;
const JPEG_XMP = 'http://ns.adobe.com/xap/1.0/\0';
const PNG_XMP = 'XML:com.adobe.xmp\0';
const GIF_XMP = '\x0bXMP DataXMP';
/** Type of the `uuid` box that contains XMP in MP4 files (XMP specification, part 3, 1.1.3). */
const MP4_XMP = 'be7acfcb97a942e89c71999491e3afac';

/** @returns null if the XMP has no digital source type */
export async function readXmp(file: Blob, { name }: FileKind): Promise<XmpMarks | null> {
  const packet = await PACKETS[name]?.(file);
  return packet ? marksIn(packet) : null;
}

async function inJpeg(file: Blob): Promise<string | null> {
  for (let at = 2, parts = 0; parts < MOST_PARTS; parts += 1) {
    const head = await viewOf(file, at, 4);
    // Image data starts at SOS, and nothing of interest follows.
    if (head?.getUint8(0) !== 0xff || head.getUint8(1) === 0xda) return null;
    const length = head.getUint16(2);
    if (head.getUint8(1) === 0xe1) {
      const packet = await textOf(file, at + 4, length - 2);
      const start = latin1(await file.slice(at + 4, at + 4 + JPEG_XMP.length).arrayBuffer());
      if (start === JPEG_XMP) return packet.slice(JPEG_XMP.length);
    }
    at += 2 + length;
  }
  return null;
}

async function inPng(file: Blob): Promise<string | null> {
  for (let at = 8, parts = 0; parts < MOST_PARTS; parts += 1) {
    const head = await viewOf(file, at, 8);
    if (!head) return null;
    const length = head.getUint32(0);
    const type = typeOf(head, 4);
    if (type === 'IEND') return null;
    if ((type === 'iTXt' || type === 'zTXt') && length < MOST_BYTES) {
      const start = at + 8 + PNG_XMP.length;
      const keyword = latin1(await file.slice(at + 8, start).arrayBuffer());
      if (keyword === PNG_XMP) return pngText(type, file.slice(start, at + 8 + length));
    }
    at += 12 + length;
  }
  return null;
}

/** Text of a chunk after its keyword. XMP should be uncompressed, but some programs compress it. */
async function pngText(type: 'iTXt' | 'zTXt', rest: Blob): Promise<string> {
  // zTXt has only a method; iTXt has a flag, a method, a language and a translated keyword.
  if (type === 'zTXt') return inflated(rest.slice(1));
  const bytes = new Uint8Array(await rest.arrayBuffer());
  const content = rest.slice(bytes.indexOf(0, bytes.indexOf(0, 2) + 1) + 1);
  return bytes[0] === 1 ? inflated(content) : content.text();
}

/** Limits the size to what metadata needs, however much a few bytes may unpack to. */
async function inflated(packed: Blob): Promise<string> {
  const reader = packed.stream().pipeThrough(new DecompressionStream('deflate')).getReader();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  for (let bytes = 0; bytes < MOST_BYTES; ) {
    const { value } = await reader.read();
    if (!value) break;
    parts.push(value);
    bytes += value.length;
  }
  await reader.cancel();
  return new Blob(parts).text();
}

async function inWebp(file: Blob): Promise<string | null> {
  for (let at = 12, parts = 0; parts < MOST_PARTS; parts += 1) {
    const head = await viewOf(file, at, 8);
    if (!head) return null;
    const length = head.getUint32(4, true);
    if (typeOf(head, 0) === 'XMP ') return textOf(file, at + 8, length);
    at += 8 + length + (length % 2);
  }
  return null;
}

/** The packet isn't split into blocks; its end looks like the lengths of 256 more. */
async function inGif(file: Blob): Promise<string | null> {
  const screen = await viewOf(file, 0, 13);
  if (!screen) return null;
  const flags = screen.getUint8(10);
  let at = 13 + (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);
  for (let parts = 0; parts < MOST_PARTS; ) {
    const head = await viewOf(file, at, 14);
    // Frames follow, and nothing of interest after them.
    if (head?.getUint8(0) !== 0x21) return null;
    if (head.getUint8(1) === 0xff && latin1(head.buffer as ArrayBuffer).endsWith(GIF_XMP)) {
      const rest = await textOf(file, at + 14, MOST_BYTES);
      return rest.slice(0, rest.indexOf('\x01\ufffd'));
    }
    at += 2;
    for (let length = 1; length > 0 && parts < MOST_PARTS; parts += 1) {
      length = (await viewOf(file, at, 1))?.getUint8(0) ?? 0;
      at += 1 + length;
    }
  }
  return null;
}

async function inMp4(file: Blob): Promise<string | null> {
  for (let at = 0, parts = 0; parts < MOST_PARTS; parts += 1) {
    const head = await viewOf(file, at, 8);
    if (!head) return null;
    const short = head.getUint32(0);
    const long = short === 1 ? await viewOf(file, at + 8, 8) : null;
    const headBytes = long ? 16 : 8;
    // 0: up to the end of the file.
    const size = short === 0 ? file.size - at : long ? Number(long.getBigUint64(0)) : short;
    if (size < headBytes) return null;
    if (typeOf(head, 4) === 'uuid') {
      const id = new Uint8Array(await file.slice(at + headBytes, at + headBytes + 16).arrayBuffer());
      const hex = [...id].map((byte) => byte.toString(16).padStart(2, '0')).join('');
      if (hex === MP4_XMP) return textOf(file, at + headBytes + 16, size - headBytes - 16);
    }
    at += size;
  }
  return null;
}

/** @returns null at the end of the file */
async function viewOf(file: Blob, at: number, bytes: number): Promise<DataView | null> {
  const part = await file.slice(at, at + bytes).arrayBuffer();
  return part.byteLength === bytes ? new DataView(part) : null;
}

const typeOf = (view: DataView, at: number): string =>
  String.fromCharCode(...[0, 1, 2, 3].map((index) => view.getUint8(at + index)));

const textOf = (file: Blob, at: number, bytes: number): Promise<string> =>
  file.slice(at, at + Math.min(bytes, MOST_BYTES)).text();

/** Readers of XMP by format; WebM has none. */
const PACKETS: Partial<Record<FileKind['name'], (file: Blob) => Promise<string | null>>> = {
  JPEG: inJpeg,
  PNG: inPng,
  WebP: inWebp,
  GIF: inGif,
  MP4: inMp4,
};

/** RDF/XML may have each property as an element, an attribute, or a link. */
function marksIn(packet: string): XmpMarks | null {
  const property = (name: string): string | null => {
    const found = new RegExp(`:${name}(?:\\s+rdf:resource)?\\s*(?:=\\s*["']|>\\s*)([^"'<]{1,500})`).exec(
      packet,
    );
    return found?.[1] ? plain(found[1].trim()) : null;
  };
  const sourceType = property('DigitalSourceType');
  return sourceType ? { sourceType, tool: property('CreatorTool'), createdAt: property('CreateDate') } : null;
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", apos: "'" };
const plain = (text: string): string =>
  text.replace(/&(amp|lt|gt|quot|#39|apos);/g, (whole, name: string) => ENTITIES[name] ?? whole);
