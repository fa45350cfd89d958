import { z } from 'zod';
import type { PromptVerdict } from '../contract/categories.ts';
import { flag, numeral, score } from '../score.ts';
import { type Said, verdictOf, worstOf } from './prompt-verdict.ts';

/** Flags by name, or a list of flagged names. */
const categories = z.union([
  z.record(z.string(), flag.nullish().catch(null)),
  z.array(z.string()).transform((names) => Object.fromEntries(names.map((name) => [name, true]))),
]);

/** OpenAI's format, also used by Mistral and most gateways; every part is optional, and ignored if unreadable. */
const result = z.object({
  flagged: flag.nullish().catch(null),
  categories: categories.nullish().catch(null),
  category_scores: z.record(z.string(), score.nullish().catch(null)).nullish().catch(null),
});
/** Several results if a server split a long text. */
const openAi = z.object({
  results: z.union([z.array(result).min(1), result.transform((one) => [one])]),
});
type Result = z.infer<typeof result>;

/** Azure AI Content Safety: severities 0, 2, 4 and 6, or 0 to 7. Its own filters block from 4, "medium". */
const azure = z.object({
  categoriesAnalysis: z.array(z.object({ category: z.string(), severity: numeral.nullish() })),
  blocklistsMatch: z.array(z.unknown()).nullish(),
});
const BLOCKED_SEVERITY = 4;
const MAX_SEVERITY = 7;

/** @throws Error with a readable message if the answer says nothing about the prompt */
export function readModeration(answer: unknown): PromptVerdict {
  const events = Array.isArray(answer) ? answer : [answer];
  const verdicts = events.flatMap((event) => ofOpenAi(event) ?? ofAzure(event) ?? []);
  const [first] = verdicts;
  if (!first) throw new Error('the moderation server answered in an unknown format');
  return verdicts.length === 1 ? first : worstOf(verdicts);
}

/** Finds a flag in a broken or truncated answer, or one that isn't JSON; otherwise null. */
export const readBrokenModeration = (text: string): PromptVerdict | null =>
  /["']?\bflagged["']?\s{0,4}[:=]\s{0,4}["']?(?:true|yes|1)\b/i.test(text) ? verdictOf([], true) : null;

function ofOpenAi(answer: unknown): PromptVerdict | null {
  const results = (openAi.safeParse(answer).data?.results ?? []).filter(saysSomething);
  if (results.length === 0) return null;
  return verdictOf(
    results.flatMap(saidIn),
    results.some(({ flagged }) => flagged === true),
  );
}

const saysSomething = ({ flagged, categories, category_scores: scores }: Result) =>
  typeof flagged === 'boolean' || Object.keys({ ...categories, ...scores }).length > 0;

function saidIn({ categories, category_scores: scores }: Result): Said[] {
  const flags = new Map(Object.entries(categories ?? {}));
  const known = new Map(Object.entries(scores ?? {}));
  return [...new Set([...flags.keys(), ...known.keys()])].flatMap((name): Said[] => {
    const isFlagged = flags.get(name) === true;
    // Some servers return no scores, or none for a category that they flag.
    const score = known.get(name) || (isFlagged ? 1 : known.get(name));
    return typeof score === 'number' ? [{ name, score, flagged: isFlagged }] : [];
  });
}

function ofAzure(answer: unknown): PromptVerdict | null {
  const read = azure.safeParse(answer).data;
  if (!read) return null;
  const said = read.categoriesAnalysis.map(({ category, severity }): Said => {
    const level = severity ?? 0;
    return { name: category, score: level / MAX_SEVERITY, flagged: level >= BLOCKED_SEVERITY };
  });
  return verdictOf(said, (read.blocklistsMatch?.length ?? 0) > 0);
}
