import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createCanvas, GlobalFonts } from '@napi-rs/canvas';

const OWN = 'Reverie Captions';
/** Installed fonts are searched for everything that this one lacks. */
const FAMILIES = `"${OWN}", "Noto Sans", sans-serif`;
const PROBE = 32;
/** A character that no font has. */
const UNKNOWN = '\u{10ffff}';
const DRAWN = /[\p{L}\p{N}\p{P}\p{S}]/u;
const PICTOGRAPH = /\p{Extended_Pictographic}|\p{Regional_Indicator}/u;

let isOpen = false;

/** Registers our own font, and those in a folder. */
export function openFonts(folder: string): void {
  if (isOpen) return;
  isOpen = true;
  const own = new URL('../../../web/styles/fonts/inter.woff2', import.meta.url);
  GlobalFonts.registerFromPath(fileURLToPath(own), OWN);
  if (existsSync(folder)) GlobalFonts.loadFontsFromDir(folder);
}

export const fontOf = (size: number): string => `600 ${size}px ${FAMILIES}`;

/**
 * Removes emoji that no font here has, because the words make sense without them.
 * @returns the rest, and up to eight other characters that no font has
 */
export function drawable(text: string): { text: string; missing: string[] } {
  const isThere = createGlyphCheck();
  const kept = [...new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text)]
    .map(({ segment }) => segment)
    .filter((segment) => !PICTOGRAPH.test(segment) || isThere(segment))
    .join('');
  const missing = [...new Set(kept)].filter((character) => DRAWN.test(character) && !isThere(character));
  return { text: kept, missing: missing.slice(0, 8) };
}

/** Compares how a character is drawn with how one is drawn that no font has. */
function createGlyphCheck(): (character: string) => boolean {
  const canvas = createCanvas(PROBE * 2, PROBE * 2);
  const context = canvas.getContext('2d');
  const draw = (character: string): string => {
    context.clearRect(0, 0, PROBE * 2, PROBE * 2);
    context.font = fontOf(PROBE);
    context.textBaseline = 'middle';
    context.fillText(character, PROBE / 2, PROBE);
    return Buffer.from(context.getImageData(0, 0, PROBE * 2, PROBE * 2).data).toString('latin1');
  };
  const unknown = draw(UNKNOWN);
  const known = new Map<string, boolean>();
  return (character) => {
    const found = known.get(character) ?? draw(character) !== unknown;
    known.set(character, found);
    return found;
  };
}
