import { join } from 'node:path';
import { reasonIn, runChild } from '../../modules/kit/children/run-child.ts';
import { parseJson } from '../../modules/kit/parse-json.ts';
import { error, type Finding } from '../../modules/kit/settings/finding.ts';
import { m } from '../../modules/kit/texts/m.ts';
import { settings } from '../config.ts';

const TIMEOUT_MS = 75_000;
/** Enough for a picture in base64, and text. */
const MAX_BYTES = 8 * 1024 * 1024;

/** Tries to draw a picture in a child process, with settings that the server isn't using yet. */
export async function tryEngine(texts: Readonly<Record<string, string>>): Promise<Finding[]> {
  const end = await runChild({
    program: join(import.meta.dirname, 'try-engine-child.ts'),
    flags: process.execArgv,
    env: Object.fromEntries(Object.entries(texts).filter(([name]) => Object.hasOwn(settings, name))),
    limitMs: TIMEOUT_MS,
    maxOutputBytes: MAX_BYTES,
  }).catch((cause: Error) => cause);
  if (end instanceof Error)
    return [error(m.setup_try_not_started({ why: end.message }), m.setup_try_not_started_cure())];
  const findings = parseJson(end.output);
  if (Array.isArray(findings)) return findings;
  const { code, complaints } = end;
  const why =
    reasonIn(complaints) ||
    (code === null ? m.setup_try_timeout() : m.setup_try_exit({ code: String(code) }));
  return [error(m.setup_try_failed({ why }), m.setup_try_failed_cure())];
}
