/** Path of a dream's public link: its id's 128 bits in 22 characters. Ids of another form keep their long address. */
export function linkPath(id: string): string {
  if (!/^[0-9a-f]{32}$/.test(id)) return `/api/d/${encodeURIComponent(id)}`;
  const bytes = id.replace(/../g, (pair) => String.fromCharCode(Number.parseInt(pair, 16)));
  return `/d/${btoa(bytes).slice(0, 22).replaceAll('+', '-').replaceAll('/', '_')}`;
}

/** The id behind the last part of a short address; null if there is none. */
export function idOfShortLink(code: string): string | null {
  if (!/^[\w-]{22}$/.test(code)) return null;
  const bytes = atob(`${code.replaceAll('-', '+').replaceAll('_', '/')}==`);
  const id = [...bytes].map((byte) => byte.charCodeAt(0).toString(16).padStart(2, '0')).join('');
  // The last character has four bits to spare, and each link has one address.
  return linkPath(id) === `/d/${code}` ? id : null;
}
