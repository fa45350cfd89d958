/**
 * The word rules for prompts: how many of 1,489 innocent prompts they reject, how many of 394 bad ones in 40 disguises
 * they miss, and the time per prompt. `bun run bench prompt-words list` lists each mistake.
 */
import { createPromptWords } from '../../modules/safety/prompts/prompt-words.ts';
import { BAD } from './bad-prompts.ts';
import { DISGUISES } from './disguises.ts';
import { INNOCENT } from './innocent-prompts.ts';
import { BAD_PAIRS, INNOCENT_PAIRS, MORE_BAD } from './more-bad.ts';
import { MORE_INNOCENT } from './more-innocent.ts';
import { PROMPTS } from './prompts.ts';

const isListed = process.argv.includes('list');
const judge = (text: string) => createPromptWords({ adults: false }).judge(text);
const share = (count: number, all: number) => `${count} of ${all} (${((count / all) * 100).toFixed(2)} %)`;

const innocent = [...new Set([...INNOCENT, ...MORE_INNOCENT, ...PROMPTS])];
const refused = innocent.filter((text) => judge(text) !== null);
console.log(`innocent prompts refused: ${share(refused.length, innocent.length)}`);
if (isListed) for (const text of refused) console.log(`  ${judge(text)}: ${text}`);

const bad = [...BAD, ...MORE_BAD];
const disguised = Object.entries(DISGUISES).flatMap(([name, hide]) =>
  bad.map((text) => ({ name, text: hide(text) })),
);
const missed = disguised.filter(({ text }) => judge(text) !== 'minors');
const drawn = missed.filter(({ text }) => judge(text) === null);
console.log(
  `bad prompts × disguises: ${bad.length} × ${Object.keys(DISGUISES).length}, refused ${share(disguised.length - drawn.length, disguised.length)}, by the rule about children ${share(disguised.length - missed.length, disguised.length)}`,
);
for (const [name, count] of Map.groupBy(missed, (one) => one.name)) {
  console.log(`  ${name}: ${count.length} missed`);
  if (isListed) for (const { text } of count.slice(0, 6)) console.log(`    ${text}`);
}

const judgePair = ([first, second]: [string, string]) => {
  const words = createPromptWords({ adults: false });
  return words.judge(first) ?? words.judge(second);
};
const drawnPairs = BAD_PAIRS.filter((pair) => judgePair(pair) === null);
const refusedPairs = INNOCENT_PAIRS.filter((pair) => judgePair(pair) !== null);
console.log(
  `two prompts of one dream: ${share(drawnPairs.length, BAD_PAIRS.length)} bad ones drawn, ${share(refusedPairs.length, INNOCENT_PAIRS.length)} innocent ones refused`,
);
if (isListed) for (const pair of [...drawnPairs, ...refusedPairs]) console.log(`  ${pair.join(' | ')}`);

const texts = [...innocent, ...disguised.slice(0, 2_000).map(({ text }) => text)];
const began = performance.now();
for (const text of texts) judge(text);
console.log(`a prompt: ${(((performance.now() - began) * 1000) / texts.length).toFixed(0)} µs`);
