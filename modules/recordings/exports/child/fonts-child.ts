/**
 * Process that looks for fonts: `fonts-child.ts <folder of fonts>`. Its input is an array of texts as JSON on one line,
 * its output those that can't be drawn. A separate process, because the server doesn't load the drawing library.
 */
import { writeFileSync } from 'node:fs';
import { startCodecChild } from '../../codec-process/in-codec-child.ts';

const texts = (await startCodecChild()) as string[];
const { drawable, openFonts } = await import('./fonts.ts');
openFonts(process.argv[2] ?? '');
const missing = texts.filter((text) => drawable(text).missing.length > 0);
writeFileSync(process.stdout.fd, `${JSON.stringify(missing)}\n`);
process.exit();
