import sharp from 'sharp';
import { COLUMNS, type Colour, patternOf, ROWS } from './pattern-worker.ts';
import type { Browser } from './web-driver.ts';

/** Tolerance for codecs, and for the two colour matrices that browsers may assume. */
const TOLERANCE = 40;

/** Colours of the fields shown in an element, read from a screenshot. */
export async function fieldsOf(browser: Browser, selector: string): Promise<Colour[]> {
  const box = await browser.run((wanted) => {
    const element = document.querySelector(wanted);
    if (!element) throw new Error(`no ${wanted}`);
    const { x, y, width, height } = element.getBoundingClientRect();
    return { x, y, width, height, windowWidth: innerWidth };
  }, selector);
  const shot = sharp(await browser.screenshot());
  const { width: pixels = 0 } = await shot.metadata();
  const scale = pixels / box.windowWidth;
  const { data, info } = await shot.removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return Array.from({ length: COLUMNS * ROWS }, (_, field) => {
    const x = box.x + (((field % COLUMNS) + 0.5) * box.width) / COLUMNS;
    const y = box.y + ((Math.floor(field / COLUMNS) + 0.5) * box.height) / ROWS;
    const at = (Math.round(y * scale) * info.width + Math.round(x * scale)) * 3;
    return [...data.subarray(at, at + 3)] as Colour;
  });
}

/** Share of fields that match a prompt's pattern, 0–1. */
export function likenessTo(prompt: string, fields: Colour[]): number {
  const pattern = patternOf(prompt);
  const right = fields.filter((colour, field) =>
    colour.every((value, channel) => Math.abs(value - (pattern[field]?.[channel] ?? 0)) <= TOLERANCE),
  );
  return right.length / pattern.length;
}

/** Hides everything that overlays the stream. */
export function showPictureOnly(browser: Browser): Promise<void> {
  return browser.run(() => {
    for (const element of document.querySelectorAll<HTMLElement>('.stage > :not(canvas)'))
      element.style.visibility = 'hidden';
  });
}
