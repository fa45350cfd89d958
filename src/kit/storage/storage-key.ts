/** A name in a key starts with a letter or digit, so none means a folder above. */
export const isKeyPart = (name: string): boolean => /^[A-Za-z0-9][\w.-]*$/.test(name);

/** A key is such names joined by `/`. */
export const isKey = (key: string): boolean => key.length <= 512 && key.split('/').every(isKeyPart);

export function assertKey(key: string): void {
  if (!isKey(key)) throw new Error(`malformed storage key: ${JSON.stringify(key.slice(0, 80))}`);
}
