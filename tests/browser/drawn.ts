import type { Page } from 'playwright/test';

/** An item on a chart's canvas. */
export interface Mark {
  kind: 'text' | 'line' | 'area';
  text: string;
  /** oklch */
  lightness: number;
  chroma: number;
  hue: number;
  /** rotation of a text in degrees */
  angle: number;
}

/** Records what is drawn on each chart's canvas until it is cleared. Applies to pages opened later. */
export async function watchCanvases(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const drawn = new WeakMap<HTMLCanvasElement, object[]>();
    Object.assign(window, { drawnOn: (canvas: HTMLCanvasElement) => drawn.get(canvas) ?? [] });
    const proto = CanvasRenderingContext2D.prototype;
    const { clearRect, fillText, stroke, fill } = proto;
    const note = (context: CanvasRenderingContext2D, kind: string, style: unknown, text = '') => {
      const { a, b } = context.getTransform();
      const angle = Math.round((Math.atan2(b, a) * 180) / Math.PI);
      const marks = drawn.get(context.canvas) ?? [];
      drawn.set(context.canvas, [...marks, { kind, style: String(style), text, angle }]);
    };
    proto.clearRect = function (...box) {
      drawn.delete(this.canvas);
      clearRect.apply(this, box);
    };
    proto.fillText = function (text, ...place) {
      note(this, 'text', this.fillStyle, text);
      fillText.call(this, text, ...place);
    };
    proto.stroke = function (...path: unknown[]) {
      note(this, 'line', this.strokeStyle);
      Reflect.apply(stroke, this, path);
    };
    proto.fill = function (...path: unknown[]) {
      note(this, 'area', this.fillStyle);
      Reflect.apply(fill, this, path);
    };
  });
}

/** The current contents of a chart. */
export async function drawnIn(page: Page, title: string): Promise<Mark[]> {
  const marks = await page
    .locator(`.admin-card[aria-labelledby=${title}] canvas`)
    .evaluate((canvas) =>
      (window as unknown as { drawnOn(of: unknown): { style: string }[] }).drawnOn(canvas),
    );
  return marks.map(({ style, ...mark }) => {
    const [lightness = -1, chroma = -1, hue = -1] = style.match(/[\d.]+/g)?.map(Number) ?? [];
    return { ...mark, lightness, chroma, hue } as Mark;
  });
}
