/**
 * The rules that read prompts by their words: how many of 1,001 innocent prompts they refuse, how many of 200 bad ones in 40 disguises
 * they miss, and what a prompt takes. `bun run bench prompt-words list` names each that went wrong.
 */
import { createPromptWords } from '../../modules/safety/prompts/prompt-words.ts';
import { BAD } from './bad-prompts.ts';
import { DISGUISES } from './disguises.ts';
import { INNOCENT } from './innocent-prompts.ts';
import { PROMPTS } from './prompts.ts';

const isListed = process.argv.includes('list');
const judge = (text: string) => createPromptWords({ adults: false }).judge(text);
const share = (count: number, all: number) => `${count} of ${all} (${((count / all) * 100).toFixed(2)} %)`;

const innocent = [...new Set([...INNOCENT, ...PROMPTS])];
const refused = innocent.filter((text) => judge(text) !== null);
console.log(`innocent prompts refused: ${share(refused.length, innocent.length)}`);
if (isListed) for (const text of refused) console.log(`  ${judge(text)}: ${text}`);

const disguised = Object.entries(DISGUISES).flatMap(([name, hide]) =>
  BAD.map((text) => ({ name, text: hide(text) })),
);
const missed = disguised.filter(({ text }) => judge(text) !== 'minors');
const drawn = missed.filter(({ text }) => judge(text) === null);
console.log(
  `bad prompts × disguises: ${BAD.length} × ${Object.keys(DISGUISES).length}, refused ${share(disguised.length - drawn.length, disguised.length)}, by the rule about children ${share(disguised.length - missed.length, disguised.length)}`,
);
for (const [name, count] of Map.groupBy(missed, (one) => one.name)) {
  console.log(`  ${name}: ${count.length} missed`);
  if (isListed) for (const { text } of count.slice(0, 6)) console.log(`    ${text}`);
}

const texts = [...innocent, ...disguised.slice(0, 2_000).map(({ text }) => text)];
const began = performance.now();
for (const text of texts) judge(text);
console.log(`a prompt: ${(((performance.now() - began) * 1000) / texts.length).toFixed(0)} µs`);
