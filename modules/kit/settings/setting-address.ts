import { withoutEndSlashes } from '../shared/trim.ts';
import { formatList } from '../texts/formats.ts';
import { m } from '../texts/m.ts';

/** The parts that a URL setting may have in addition to scheme, host and port. */
export interface AddressRules {
  /** Without colons; the first is used in examples. */
  schemes: readonly string[];
  /** User and password. */
  credentials?: true;
  path?: true;
  /** The query string. */
  query?: true;
  fragment?: true;
  /** The host may be missing, as for a Unix socket. */
  hostless?: true;
}

/**
 * Parses a URL setting. All of them are parsed here, once, at start; libraries get the parts, because each parses URLs
 * differently and repeats invalid ones in its warnings.
 * @returns the URL, or what is wrong with it, without quoting it because it may contain a password
 */
export function readAddress(text: string, rules: AddressRules): URL | string {
  const scheme = /^([a-z][a-z\d+.-]*):\/\//.exec(text)?.[1];
  if (!scheme || !rules.schemes.includes(scheme)) {
    const schemes = rules.schemes.map((one) => `${one}://`);
    return m.kit_setting_scheme({ schemes: formatList(schemes, 'disjunction') });
  }
  const fault = rules.credentials ? faultWithSecrets(text) : faultWithoutSecrets(text);
  if (fault) return fault;
  const url = new URL(text);
  if (!rules.hostless && !isHost(url.hostname)) return m.kit_setting_no_host();
  if (!rules.path && withoutEndSlashes(url.pathname) !== '') return m.kit_setting_no_path();
  if (!rules.query && text.includes('?')) return m.kit_setting_no_query();
  if (!rules.fragment && text.includes('#')) return m.kit_setting_no_fragment();
  return url;
}

/** In a password, # or / ends the host early, and a lone % is not a valid escape. */
function faultWithSecrets(text: string): string | null {
  const [, rest = ''] = text.split(/:\/\/[^/?#]*/);
  const hasStrayAt = /^[^?]*@|[?&][^=&?]*@/.test(rest);
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url && !hasStrayAt && [url.username, url.password].every(canDecode)) return null;
  return m.kit_setting_escapes();
}

function faultWithoutSecrets(text: string): string | null {
  const url = URL.canParse(text) ? new URL(text) : null;
  const [, host = '', rest = ''] = /^[^/]*\/\/([^/?#]*)(.*)$/s.exec(text) ?? [];
  const isCutOff = host.includes(':') && /^[?#]/.test(rest) && rest.includes('@');
  if (url && url.username === '' && url.password === '' && !isCutOff) return null;
  if (!url && !text.includes('@')) return m.kit_setting_address();
  return m.kit_setting_no_password();
}

/** A name, an IPv4 address, or an IPv6 address in brackets. URL parsers accept anything here for unknown schemes. */
const isHost = (name: string) => /^(\[[\da-f:.]+\]|[^\s:@[\]\\%]+)$/i.test(name);

function canDecode(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}
