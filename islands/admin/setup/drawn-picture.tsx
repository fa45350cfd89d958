import { useEffect, useRef } from 'react';
import { FRAME_HEIGHT, FRAME_WIDTH } from '../../../modules/protocol/format.ts';

/**
 * Draws an image that came as base64 in an answer, because the content policy allows image URLs only from this site.
 */
export function DrawnPicture({ jpeg, label }: { jpeg: string; label: string }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    let isGone = false;
    void bitmapOf(jpeg).then((bitmap) => {
      if (!isGone && canvas.current) paint(canvas.current, bitmap);
      bitmap.close();
    });
    return () => {
      isGone = true;
    };
  }, [jpeg]);
  return <canvas ref={canvas} width={FRAME_WIDTH} height={FRAME_HEIGHT} role="img" aria-label={label} />;
}

function bitmapOf(jpeg: string): Promise<ImageBitmap> {
  const bytes = Uint8Array.from(atob(jpeg), (character) => character.charCodeAt(0));
  return createImageBitmap(new Blob([bytes], { type: 'image/jpeg' }));
}

function paint(canvas: HTMLCanvasElement, bitmap: ImageBitmap): void {
  canvas.width = bitmap.width;
  canvas.height = bitmap.height;
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0);
}
