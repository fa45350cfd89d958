/** Credentials are near the start of a file, or in some formats at its end. */
const LOOKED_AT_BYTES = 1024 * 1024;
/** Names of the boxes that start all content credentials. */
const NAMES = ['jumb', 'c2pa'];

/** True if a file that the reader can't parse contains remnants of content credentials. */
export async function seemsSigned(file: Blob): Promise<boolean> {
  for (const part of [file.slice(0, LOOKED_AT_BYTES), file.slice(-LOOKED_AT_BYTES)]) {
    const text = new TextDecoder('latin1').decode(await part.arrayBuffer());
    if (NAMES.every((name) => text.includes(name))) return true;
  }
  return false;
}
