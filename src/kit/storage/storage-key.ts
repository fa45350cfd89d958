/** A key is names joined by `/`; a name starts with a letter or digit, so none means a folder above. */
export function isKey(key: string): boolean {
  return key.length <= 512 && /^[A-Za-z0-9][\w.-]*(\/[A-Za-z0-9][\w.-]*)*$/.test(key);
}

export function assertKey(key: string): void {
  if (!isKey(key)) throw new Error(`malformed storage key: ${JSON.stringify(key.slice(0, 80))}`);
}
