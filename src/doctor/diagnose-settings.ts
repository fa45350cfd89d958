import { type Finding, ok, warning } from '../../modules/kit/settings/finding.ts';
import { isLoopback } from '../../modules/kit/settings/setting.ts';
import { m } from '../../modules/kit/texts/m.ts';
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
    ok(m.doctor_settings_ok({ count: given, total: String(known.size) })),
    ...unknown.map((name) => warning(m.doctor_settings_unknown({ name }), m.doctor_settings_unknown_cure())),
    ...ignored.map(({ name, fault }) =>
      warning(
        m.doctor_settings_ignored({ name, file: SETTINGS_FILE, reason: fault }),
        m.doctor_settings_ignored_cure(),
      ),
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
    return [warning(m.doctor_settings_no_url(), m.doctor_settings_no_url_cure())];
  }
  if (isLoopback(PUBLIC_URL)) return [];
  const findings: Finding[] = [];
  if (!secure) {
    findings.push(warning(m.doctor_settings_plain({ url: PUBLIC_URL }), m.doctor_settings_plain_cure()));
  }
  if (secure && !TRUST_PROXY && HOST === '127.0.0.1') {
    findings.push(warning(m.doctor_settings_proxy(), m.doctor_settings_proxy_cure()));
  }
  return findings;
}
