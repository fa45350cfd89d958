/** Meaning of a model's output: scores already, or logits for one of these functions. */
export type Outputs = 'probabilities' | 'softmax' | 'sigmoid';

/** Probabilities in 8-bit or half precision don't add up to exactly 1. */
const TOLERANCE = 0.02;

/**
 * Determines what a model's numbers are from its results for very different images. If all are between 0 and 1 they
 * can't be logits, and softmax applied twice never exceeds 0.73.
 * @param isMultiLabel according to its config; null if unknown
 * @throws Error with a readable message if the results aren't numbers
 */
export function kindOfOutputs(seen: readonly (readonly number[])[], isMultiLabel: boolean | null): Outputs {
  if (!seen.every((numbers) => numbers.every(Number.isFinite)))
    throw new Error('the model’s output isn’t numeric');
  if (seen.every((numbers) => numbers.every((one) => one >= -TOLERANCE && one <= 1 + TOLERANCE))) {
    const isWhole = seen.every(
      (numbers) => Math.abs(numbers.reduce((sum, one) => sum + one, 0) - 1) <= TOLERANCE,
    );
    const differs = new Set(seen.map((numbers) => numbers.map((one) => one.toFixed(3)).join())).size > 1;
    if (isWhole || (differs && isMultiLabel !== false)) return 'probabilities';
  }
  // Softmax over a single label is always 1.
  return isMultiLabel || seen[0]?.length === 1 ? 'sigmoid' : 'softmax';
}

/**
 * @throws Error with a readable message if the results aren't numbers, which a half-precision model may produce for
 * single images
 */
export function scoresOf(numbers: readonly number[], outputs: Outputs): number[] {
  if (!numbers.every(Number.isFinite)) throw new Error('the model’s output isn’t numeric');
  if (outputs === 'probabilities') return numbers.map((one) => Math.min(1, Math.max(0, one)));
  if (outputs === 'sigmoid') return numbers.map((one) => 1 / (1 + Math.exp(-one)));
  const most = Math.max(...numbers);
  const powers = numbers.map((one) => Math.exp(one - most));
  const sum = powers.reduce((all, one) => all + one, 0);
  return powers.map((one) => one / sum);
}
