/** By which the languages of a person's browser are likelier: short words sound alike in many. */
const LIKELIER = Math.log(4);

/**
 * The language that a model takes speech for.
 * @param scores of all tokens, as logarithms
 * @param languages ids of tokens by name, as in `<|de|>`
 * @param likely codes of the languages of the person's browser
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
