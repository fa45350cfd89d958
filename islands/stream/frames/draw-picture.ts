const TYPE = 'image/jpeg';

/** One for all pictures: four megabytes sixteen times a second would be a lot of garbage. */
let pixels: ImageData | null = null;

/**
 * Decodes a JPEG and draws it over the whole canvas. Neither a Blob nor a texture is made on the way, because each
 * of them takes the page's thread for every picture; browsers that have no ImageDecoder pay that price.
 * @throws when the picture is damaged
 */
export async function drawPicture(
  pen: OffscreenCanvasRenderingContext2D,
  jpeg: Uint8Array<ArrayBuffer>,
): Promise<void> {
  return paintPicture(pen, await decode(jpeg));
}

/** Draws a decoded picture over the whole canvas, and closes it. */
export async function paintPicture(
  pen: OffscreenCanvasRenderingContext2D,
  picture: ImageBitmap | VideoFrame,
): Promise<void> {
  const { width, height } = pen.canvas;
  try {
    if ('copyTo' in picture && picture.displayWidth === width && picture.displayHeight === height) {
      pixels ??= pen.createImageData(width, height);
      if (await copies(picture, pixels)) return pen.putImageData(pixels, 0, 0);
    }
    pen.drawImage(picture, 0, 0, width, height);
  } finally {
    picture.close();
  }
}

async function decode(jpeg: Uint8Array<ArrayBuffer>): Promise<ImageBitmap | VideoFrame> {
  if (!('ImageDecoder' in globalThis)) return createImageBitmap(new Blob([jpeg], { type: TYPE }));
  const decoder = new ImageDecoder({ data: jpeg, type: TYPE });
  try {
    return (await decoder.decode()).image;
  } finally {
    decoder.close();
  }
}

/** Not every browser turns a picture into plain colours. */
async function copies(picture: VideoFrame, into: ImageData): Promise<boolean> {
  return picture.copyTo(into.data, { format: 'RGBX' }).then(
    () => true,
    () => false,
  );
}
