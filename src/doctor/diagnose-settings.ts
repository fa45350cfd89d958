import { type Finding, ok, warning } from '../../modules/kit/settings/finding.ts';
import { isLoopback } from '../../modules/kit/settings/setting.ts';
import { type Config, settings } from '../config.ts';
import { type IgnoredSetting, SETTINGS_FILE } from '../settings/kept-settings.ts';

/** Name prefixes that nothing else uses. */
const OURS = /^(S3|STORAGE|OIDC|GOOGLE|STRIPE|SMTP|RUNPOD|LLM|ASR|VOICE|WORKER|TRIAL|BASIC|HIDDEN)_/;

/** Finds settings that are valid but probably unintended. */
export function diagnoseSettings(
  config: Config,
  env: Record<string, string | undefined>,
  ignored: readonly IgnoredSetting[],
): Finding[] {
  const known = new Set(Object.keys(settings));
  const given = [...known].filter((name) => env[name]?.trim()).length;
  const unknown = Object.keys(env).filter((name) => OURS.test(name) && !known.has(name));
  return [
    ok(`${given} of ${known.size} are set, and all can be read`),
    ...unknown.map((name) =>
      warning(`${name} is no setting`, 'Compare its name with the table in src/README.md.'),
    ),
    ...ignored.map(({ name, fault }) =>
      warning(`${name} in ${SETTINGS_FILE} is ignored: it ${fault}`, 'Remove it from that file.'),
    ),
    ...judgeAddress(config),
  ];
}

function judgeAddress({
  PUBLIC_URL,
  publicUrlIsSet,
  SMTP_URL,
  HOST,
  TRUST_PROXY,
  secure,
}: Config): Finding[] {
  if (!publicUrlIsSet && SMTP_URL) {
    return [
      warning(
        'links in mails lead to this machine’s own addresses, or to localhost for who came by another',
        'Set PUBLIC_URL to the address that people come to.',
      ),
    ];
  }
  if (isLoopback(PUBLIC_URL)) return [];
  const findings: Finding[] = [];
  if (!secure) {
    findings.push(
      warning(
        `people come to ${PUBLIC_URL} without encryption`,
        'Put a proxy with a certificate in front and set PUBLIC_URL to its https address.',
      ),
    );
  }
  if (secure && !TRUST_PROXY && HOST === '127.0.0.1') {
    findings.push(
      warning(
        'everybody seems to come from the proxy, and shares its rate limits',
        'Set TRUST_PROXY=on where a proxy of yours stands in front, or to their number where several do.',
      ),
    );
  }
  return findings;
}
