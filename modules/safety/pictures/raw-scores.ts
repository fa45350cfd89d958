/** Kinds of a model's numbers: scores already, or numbers that become scores by either function. */
export type Outputs = 'probabilities' | 'softmax' | 'sigmoid';

/** Sums of probabilities in eight bits or halves are not quite 1. */
const TOLERANCE = 0.02;

/**
 * Finds out what a model answers, by its numbers for pictures of very different kinds: between 0 and 1 for all of them,
 * they are no logits, and applied twice softmax never exceeds 0.73.
 * @param isMultiLabel as its config says; null where it doesn't
 * @throws Error in words where they are no numbers
 */
export function kindOfOutputs(seen: readonly (readonly number[])[], isMultiLabel: boolean | null): Outputs {
  if (!seen.every((numbers) => numbers.every(Number.isFinite))) throw new Error('answers what is no number');
  if (seen.every((numbers) => numbers.every((one) => one >= -TOLERANCE && one <= 1 + TOLERANCE))) {
    const isWhole = seen.every(
      (numbers) => Math.abs(numbers.reduce((sum, one) => sum + one, 0) - 1) <= TOLERANCE,
    );
    const differs = new Set(seen.map((numbers) => numbers.map((one) => one.toFixed(3)).join())).size > 1;
    if (isWhole || (differs && isMultiLabel !== false)) return 'probabilities';
  }
  // With one label alone, softmax is always 1.
  return isMultiLabel || seen[0]?.length === 1 ? 'sigmoid' : 'softmax';
}

/** @throws Error in words where they are no numbers, as a model in halves may answer for one picture alone */
export function scoresOf(numbers: readonly number[], outputs: Outputs): number[] {
  if (!numbers.every(Number.isFinite)) throw new Error('answers what is no number');
  if (outputs === 'probabilities') return numbers.map((one) => Math.min(1, Math.max(0, one)));
  if (outputs === 'sigmoid') return numbers.map((one) => 1 / (1 + Math.exp(-one)));
  const most = Math.max(...numbers);
  const powers = numbers.map((one) => Math.exp(one - most));
  const sum = powers.reduce((all, one) => all + one, 0);
  return powers.map((one) => one / sum);
}
