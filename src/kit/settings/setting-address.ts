import { withoutEndSlashes } from '../shared/trim.ts';

/** Parts that an address among the settings may have, besides scheme, host and port. */
export interface AddressRules {
  /** without colons; the first one stands in examples */
  schemes: readonly string[];
  /** user and password */
  credentials?: true;
  path?: true;
  /** what follows a question mark */
  query?: true;
  fragment?: true;
  /** the address may name no host, as a socket in a folder of this machine does not */
  hostless?: true;
}

const ESCAPES = '%23 for #, %2F for /, %3F for ?, %40 for @ and %25 for %';

/**
 * Reads an address that an operator has set: every setting that is one is read here, once, at the start. Libraries get
 * its parts, since each of them reads addresses in its own way and repeats what it can't read in warnings.
 * @returns the address, or what is wrong with it in words that repeat nothing of it: it may hold a password
 */
export function readAddress(text: string, rules: AddressRules): URL | string {
  const scheme = /^([a-z][a-z\d+.-]*):\/\//.exec(text)?.[1];
  if (!scheme || !rules.schemes.includes(scheme)) {
    return `must start with ${rules.schemes.map((one) => `${one}://`).join(' or ')}`;
  }
  const fault = rules.credentials ? faultWithSecrets(text) : faultWithoutSecrets(text);
  if (fault) return fault;
  const url = new URL(text);
  if (!rules.hostless && !isHost(url.hostname)) return 'names no host';
  if (!rules.path && withoutEndSlashes(url.pathname) !== '') return 'must not have a path';
  if (!rules.query && text.includes('?')) return 'must not have a “?” and what follows one';
  if (!rules.fragment && text.includes('#')) return 'must not have a “#” and what follows one';
  return url;
}

/** A # or / in a password ends the host's part early, and a % alone escapes nothing. */
function faultWithSecrets(text: string): string | null {
  const [, rest = ''] = text.split(/:\/\/[^/?#]*/);
  const hasStrayAt = /^[^?]*@|[?&][^=&?]*@/.test(rest);
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url && !hasStrayAt && [url.username, url.password].every(canDecode)) return null;
  return `must be an address that can be read: in its user and password write ${ESCAPES}`;
}

function faultWithoutSecrets(text: string): string | null {
  const url = URL.canParse(text) ? new URL(text) : null;
  const [, host = '', rest = ''] = /^[^/]*\/\/([^/?#]*)(.*)$/s.exec(text) ?? [];
  const isCutOff = host.includes(':') && /^[?#]/.test(rest) && rest.includes('@');
  if (url && url.username === '' && url.password === '' && !isCutOff) return null;
  if (!url && !text.includes('@')) return 'must be an address with a host after ://, and a port or none';
  return 'must hold no user and no password: it is shown to people, written into links or sent along';
}

/** A name, an IPv4 address, or one of IPv6 in brackets. Schemes that browsers don't know allow anything there. */
const isHost = (name: string) => /^(\[[\da-f:.]+\]|[^\s:@[\]\\%]+)$/i.test(name);

function canDecode(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}
