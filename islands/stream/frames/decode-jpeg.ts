const TYPE = 'image/jpeg';

/**
 * Decodes a JPEG. Decoding to a `frame` avoids a Blob, which costs main thread time for every frame; browsers without
 * ImageDecoder pay that cost.
 * @throws if the image is damaged
 */
export async function decodeJpeg(
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

/** @throws if the image is damaged */
export const decodeBitmap = (jpeg: Uint8Array<ArrayBuffer>): Promise<ImageBitmap> =>
  createImageBitmap(new Blob([jpeg], { type: TYPE }));
