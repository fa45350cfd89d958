/** Bonus for the browser's languages, because short phrases sound alike in many languages. */
const LIKELIER = Math.log(4);

/**
 * Picks the language of the speech.
 * @param scores logits of all tokens
 * @param languages token ids by name, such as `<|de|>`
 * @param likely language codes from the user's browser
 */
export function likeliest(
  scores: ArrayLike<number>,
  languages: Readonly<Record<string, number>>,
  likely: readonly string[],
): string {
  let best = { code: 'en', score: Number.NEGATIVE_INFINITY };
  for (const [token, id] of Object.entries(languages)) {
    const code = token.slice(2, -2);
    const score = (scores[id] ?? Number.NEGATIVE_INFINITY) + (likely.includes(code) ? LIKELIER : 0);
    if (score > best.score) best = { code, score };
  }
  return best.code;
}
