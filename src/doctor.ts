/** `bun run doctor`: looks at all that the program needs, and says what is wrong and what to do. Exit code 1 with an error. */
import './settings/own-config.ts';

import { diagnose, type NamedFinding } from './doctor/diagnose.ts';
import { ignoredSettings, readOwnConfig } from './settings/own-config.ts';
import { runCommand, StartFault } from './start/start-fault.ts';

const USAGE = 'bun run doctor [--json]';

await runCommand(async () => {
  const given = process.argv.slice(2);
  if (given.some((one) => one !== '--json')) throw new StartFault(`Say only: ${USAGE}`);
  const json = given.length > 0;
  // Files of its trials are this user's alone.
  process.umask(0o077);
  const found: NamedFinding[] = [];
  for await (const finding of diagnose(process.env, readOwnConfig, ignoredSettings)) {
    const { picture: _, ...said } = finding;
    found.push(said);
    if (!json) console.log(line(finding));
  }
  const count = (level: string) => found.filter((one) => one.level === level).length;
  if (json) console.log(JSON.stringify(found, null, 2));
  else console.log(`${count('ok')} ok, ${count('warning')} warnings, ${count('error')} errors`);
  process.exit(count('error') > 0 ? 1 : 0);
});

function line({ level, check, text, cure }: NamedFinding): string {
  const said = `${level.padEnd(8)}${check}: ${text}`;
  return cure === null ? said : `${said}\n${' '.repeat(8)}→ ${cure}`;
}
