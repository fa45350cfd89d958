/**
 * `bun tests/bench/painter.ts [folder [kind…]]`: how many of the test prompts the painter understands, and contact
 * sheets of its pictures.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createCanvas, loadImage } from '@napi-rs/canvas';
import { createDream } from '../../modules/painter/dream.ts';
import { missing, type Row, rows } from '../painter/score.ts';

const [folder, ...wanted] = process.argv.slice(2);
const [COLUMNS, WIDTH, HEIGHT, LABEL] = [4, 480, 270, 24];
const FPS = 16;

const kinds = Map.groupBy(rows(), ({ kind }) => kind);
let understood = 0;
for (const [kind, list] of kinds) {
  const failed = list.map((row) => ({ row, wrong: missing(row) })).filter(({ wrong }) => wrong.length > 0);
  understood += list.length - failed.length;
  console.log(`painter: ${kind} ${list.length - failed.length} of ${list.length}`);
  for (const { row, wrong } of failed) console.log(`  ${row.prompts.join(' > ')}: ${wrong.join(', ')}`);
  if (folder && (wanted.length === 0 || wanted.includes(kind))) await writeSheet(folder, kind, list);
}
console.log(`painter: understands ${understood} of ${rows().length} prompts`);

async function writeSheet(into: string, kind: string, list: readonly Row[]): Promise<void> {
  const lines = Math.ceil(list.length / COLUMNS);
  const sheet = createCanvas(COLUMNS * WIDTH, lines * (HEIGHT + LABEL));
  const context = sheet.getContext('2d');
  context.font = '15px sans-serif';
  for (const [i, { prompts }] of list.entries()) {
    const [x, y] = [(i % COLUMNS) * WIDTH, Math.floor(i / COLUMNS) * (HEIGHT + LABEL)];
    const dream = createDream({ width: WIDTH, height: HEIGHT, seed: 7 });
    for (const [turn, prompt] of prompts.entries()) {
      dream.prompt(String(turn), prompt);
      // until it shows, then through the fade
      while (dream.next(FPS).shown === null);
      for (let frame = 0; frame < (turn === 0 ? 8 : 20); frame++) dream.next(FPS);
    }
    context.drawImage(await loadImage(dream.jpeg(90)), x, y + LABEL);
    context.fillStyle = '#fff';
    context.fillText(prompts.join(' > '), x + 6, y + 17, WIDTH - 12);
  }
  mkdirSync(into, { recursive: true });
  writeFileSync(join(into, `${kind}.png`), sheet.encodeSync('png'));
}
