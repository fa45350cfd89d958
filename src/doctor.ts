/**
 * `bun run doctor`: checks everything the program needs and reports what is wrong and how to fix it. Exits with code 1
 * on an error.
 */
import { m } from '../modules/kit/texts/m.ts';
import './start/require-node.ts';

import { diagnose, type NamedFinding } from './doctor/diagnose.ts';
import { findOwnConfig } from './settings/own-config.ts';
import { runCommand, StartFault } from './start/start-fault.ts';

const USAGE = 'bun run doctor [--json]';

await runCommand(async () => {
  const own = findOwnConfig();
  const given = process.argv.slice(2);
  if (given.some((one) => one !== '--json')) throw new StartFault(m.start_usage({ usage: USAGE }));
  const json = given.length > 0;
  // Keep the files of its probes private to this user.
  process.umask(0o077);
  const found: NamedFinding[] = [];
  for await (const finding of diagnose(own)) {
    const { picture: _, ...rest } = finding;
    found.push(rest);
    if (!json) console.log(line(finding));
  }
  const count = (level: string) => found.filter((one) => one.level === level).length;
  if (json) console.log(JSON.stringify(found, null, 2));
  else console.log(m.doctor_count({ ok: count('ok'), warnings: count('warning'), errors: count('error') }));
  process.exit(count('error') > 0 ? 1 : 0);
});

function line({ level, check, text, quote, cure }: NamedFinding): string {
  const more = [quote, cure && `→ ${cure}`].filter(Boolean);
  return [`${level.padEnd(8)}${check}: ${text}`, ...more].join(`\n${' '.repeat(8)}`);
}
