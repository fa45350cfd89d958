const TYPE = 'image/jpeg';

/**
 * Decodes a JPEG. As a frame no Blob is made on the way, because each takes the page's thread for every picture; browsers
 * that have no ImageDecoder pay that price.
 * @throws when the picture is damaged
 */
export async function decodePicture(
  jpeg: Uint8Array<ArrayBuffer>,
  as: 'frame' | 'bitmap',
): Promise<ImageBitmap | VideoFrame> {
  if (as === 'bitmap' || !('ImageDecoder' in globalThis)) return decodeBitmap(jpeg);
  const decoder = new ImageDecoder({ data: jpeg, type: TYPE });
  try {
    return (await decoder.decode()).image;
  } finally {
    decoder.close();
  }
}

/** @throws when the picture is damaged */
export const decodeBitmap = (jpeg: Uint8Array<ArrayBuffer>): Promise<ImageBitmap> =>
  createImageBitmap(new Blob([jpeg], { type: TYPE }));
