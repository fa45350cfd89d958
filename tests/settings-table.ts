/** `bun run settings-table`: regenerates the table of settings in src/README.md from src/config.ts. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { settings } from '../src/config.ts';

/** The file that contains the table. */
export const SETTINGS_README = 'src/README.md';

export function settingsTable(): string {
  const cell = (text: string) => text.replaceAll('|', '\\|');
  const rows = Object.entries(settings).map(
    ([name, { shown, doc }]) =>
      `| ${name} | ${cell(typeof shown === 'string' ? shown : shown())} | ${cell(doc())} |`,
  );
  return ['| Name | Default | Meaning |', '| --- | --- | --- |', ...rows].join('\n');
}

if (import.meta.main) {
  const file = join(import.meta.dirname, '..', SETTINGS_README);
  const readme = readFileSync(file, 'utf8');
  writeFileSync(file, readme.replace(/(## Settings\n\n)[\s\S]*?(?=\n\n## )/, `$1${settingsTable()}`));
}
