import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { formatBytes } from '../../kit/texts/formats.ts';
import { forConsole } from '../../kit/texts/locale.ts';
import { m } from '../../kit/texts/m.ts';
import { ModelFault } from '../contract/faults.ts';
import { licenceTexts } from '../contract/preset-texts.ts';
import type { Licence } from '../contract/presets.ts';

/** Records a consent given at the terminal, in the model's folder, so that a resumed download doesn't ask again. */
const RECORD = 'accepted-licence.json';

interface LicenceOptions {
  model: string;
  /** size of the whole download */
  bytes: number;
  /** the model's folder */
  folder: string;
  isAccepted: boolean;
}

/**
 * Shows a model's licence before any download, and prompts for consent at a terminal.
 * @throws ModelFault if it is not accepted
 */
export async function acceptLicence(licence: Licence, options: LicenceOptions): Promise<void> {
  const { model, bytes, folder, isAccepted } = options;
  if (await isRecorded(licence, folder)) return;
  const { url } = licence;
  const shown = forConsole(() =>
    m.worker_licence_shown({ model, size: formatBytes(bytes), ...licenceTexts(licence) }),
  );
  console.log(shown.trim());
  if (isAccepted) return;
  if (await isAcceptedAtTerminal()) return await record(licence, folder);
  throw new ModelFault(m.worker_licence_rejected({ model, url }));
}

async function isAcceptedAtTerminal(): Promise<boolean> {
  if (!process.stdin.isTTY || !process.stdout.isTTY) return false;
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await new Promise<string>((resolve) => {
    // Ctrl-C rejects and Ctrl-D closes: neither means yes
    terminal.question(forConsole(m.worker_licence_ask)).then(resolve, () => resolve(''));
    terminal.once('close', () => resolve(''));
  });
  terminal.close();
  return answer.trim().toLowerCase() === 'yes';
}

async function isRecorded({ name, url }: Licence, folder: string): Promise<boolean> {
  const file = join(folder, RECORD);
  if (!existsSync(file)) return false;
  const accepted = JSON.parse(await readFile(file, 'utf8'));
  return accepted.name === name && accepted.url === url;
}

async function record({ name, url }: Licence, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, RECORD), JSON.stringify({ name, url, at: new Date().toISOString() }, null, 2));
}
