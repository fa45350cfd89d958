/**
 * Fits pictures into frames, on two canvases that are kept from frame to frame.
 * @returns a function that draws a picture, scaled until it covers the frame, and gives the canvas with the frame
 */
export function createFrameCanvas() {
  const small = new OffscreenCanvas(1, 1);
  const whole = new OffscreenCanvas(1, 1);
  const [brush, pen] = [contextOf(small), contextOf(whole)];

  return (
    /** red, green, blue; 8 bits each */
    pixels: Uint8ClampedArray,
    { width, height }: { width: number; height: number },
    frame: { width: number; height: number },
  ): OffscreenCanvas => {
    resize(small, width, height);
    resize(whole, frame.width, frame.height);
    const image = new ImageData(width, height);
    for (let from = 0, to = 0; from < pixels.length; from += 3, to += 4) {
      image.data[to] = pixels[from] ?? 0;
      image.data[to + 1] = pixels[from + 1] ?? 0;
      image.data[to + 2] = pixels[from + 2] ?? 0;
      image.data[to + 3] = 255;
    }
    brush.putImageData(image, 0, 0);
    const scale = Math.max(frame.width / width, frame.height / height);
    const [wide, high] = [width * scale, height * scale];
    pen.drawImage(small, (frame.width - wide) / 2, (frame.height - high) / 2, wide, high);
    return whole;
  };
}

function contextOf(canvas: OffscreenCanvas): OffscreenCanvasRenderingContext2D {
  const context = canvas.getContext('2d', { alpha: false });
  if (!context) throw new Error('This browser gives no canvas to draw on.');
  return context;
}

/** Also the same size would wipe a canvas, and its settings. */
function resize(canvas: OffscreenCanvas, width: number, height: number): void {
  if (canvas.width !== width) canvas.width = width;
  if (canvas.height !== height) canvas.height = height;
}
