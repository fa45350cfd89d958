import { z } from 'zod';
import type { PromptVerdict } from '../shared/categories.ts';
import { type Said, verdictOf } from './prompt-verdict.ts';

/** Some servers write numbers as text; null and "" are no score. */
const score = z.union([
  z.number().min(0),
  z.string().trim().min(1).transform(Number).pipe(z.number().min(0)),
]);

/** OpenAI's form, which Mistral and most gateways have too; each part may be missing. */
const openAi = z.object({
  results: z
    .array(
      z.object({
        flagged: z.boolean().nullish(),
        categories: z.record(z.string(), z.boolean().nullish()).nullish(),
        category_scores: z.record(z.string(), score.nullish().catch(null)).nullish(),
      }),
    )
    .min(1),
});

/** Azure AI Content Safety: severities 0, 2, 4 and 6, or each of 0 to 7. From 4 on, "medium", its own filters block. */
const azure = z.object({
  categoriesAnalysis: z.array(
    z.object({ category: z.string(), severity: z.number().min(0).max(7).nullish() }),
  ),
  blocklistsMatch: z.array(z.unknown()).nullish(),
});
const BLOCKED_SEVERITY = 4;
const MAX_SEVERITY = 7;

/** @throws Error in words where an answer says nothing about the prompt */
export function readModeration(answer: unknown): PromptVerdict {
  const verdict = ofOpenAi(answer) ?? ofAzure(answer);
  if (!verdict) throw new Error('the moderation server answered in another form');
  return verdict;
}

function ofOpenAi(answer: unknown): PromptVerdict | null {
  const [result] = openAi.safeParse(answer).data?.results ?? [];
  if (!result) return null;
  const { flagged, categories, category_scores: scores } = result;
  const names = new Set([...Object.keys(categories ?? {}), ...Object.keys(scores ?? {})]);
  if (typeof flagged !== 'boolean' && names.size === 0) return null;
  const said = [...names].flatMap((name): Said[] => {
    const isFlagged = categories?.[name] === true;
    // Some servers give no scores, and some none of a category that they flag.
    const known = scores?.[name] || (isFlagged ? 1 : scores?.[name]);
    return typeof known === 'number' ? [{ name, score: known, flagged: isFlagged }] : [];
  });
  return verdictOf(said, flagged === true);
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
