import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { childOptions } from '../../modules/kit/children/child-options.ts';
import { error, type Finding } from '../../modules/kit/settings/finding.ts';
import { m } from '../../modules/kit/texts/m.ts';
import { settings } from '../config.ts';

const TIMEOUT_MS = 75_000;
/** Enough for a picture in base64, and text. */
const MAX_BYTES = 8 * 1024 * 1024;

/** Tries to draw a picture in a child process, with settings that the server isn't using yet. */
export function tryEngine(texts: Readonly<Record<string, string>>): Promise<Finding[]> {
  const names = new Set(Object.keys(settings));
  const child = spawn(
    process.execPath,
    [...process.execArgv, join(import.meta.dirname, 'try-engine-child.ts')],
    {
      ...childOptions(Object.fromEntries(Object.entries(texts).filter(([name]) => names.has(name)))),
      stdio: ['pipe', 'pipe', 'pipe'],
    },
  );
  let output = '';
  let fault = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
    if (output.length > MAX_BYTES) child.kill('SIGKILL');
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    fault = `${fault}${text}`.slice(-2_000);
  });
  const timer = setTimeout(() => child.kill('SIGKILL'), TIMEOUT_MS);
  return new Promise((resolve) => {
    const give = (findings: Finding[]) => {
      clearTimeout(timer);
      resolve(findings);
    };
    child.once('error', (cause) =>
      give([error(m.setup_try_not_started({ why: cause.message }), m.setup_try_not_started_cure())]),
    );
    child.once('close', (code) => {
      try {
        give(JSON.parse(output));
      } catch {
        const why =
          fault.trim().split('\n').at(-1) ||
          (code === null ? m.setup_try_timeout() : m.setup_try_exit({ code: String(code) }));
        give([error(m.setup_try_failed({ why }), m.setup_try_failed_cure())]);
      }
    });
  });
}
