import { createInterface } from 'node:readline/promises';
import type { Licence } from './core/presets.ts';
import { ModelFault } from './core/session.ts';

/**
 * Shows the licence of a model before any of it is fetched, and asks where somebody sits at the terminal.
 * @throws ModelFault when it is not accepted
 */
export async function acceptLicence(
  { name, url, remark }: Licence,
  options: { model: string; size: string; isAccepted: boolean },
): Promise<void> {
  const { model, size, isAccepted } = options;
  const words = `The model ${model} (${size}) comes under this licence: ${name}, ${url}.${remark && ` ${remark}`}`;
  console.log(words);
  if (isAccepted) return;
  if (process.stdin.isTTY && process.stdout.isTTY) {
    const terminal = createInterface({ input: process.stdin, output: process.stdout });
    const answer = await terminal.question('Do you accept it? Type yes to fetch the model: ');
    terminal.close();
    if (answer.trim().toLowerCase() === 'yes') return;
  }
  throw new ModelFault(
    `The licence of ${model} is not accepted, so nothing was fetched. Read it at ${url}, then start again with MODEL_LICENCE=accepted.`,
  );
}
