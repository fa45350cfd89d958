/** Starts with a letter or digit, so that a key can't escape its folder. */
export const isKeyPart = (name: string): boolean => /^[A-Za-z0-9][\w.-]*$/.test(name);

/** A key is a list of such names joined by `/`. */
export const isKey = (key: string): boolean => key.length <= 512 && key.split('/').every(isKeyPart);

export function assertKey(key: string): void {
  if (!isKey(key)) throw new Error(`malformed storage key: ${JSON.stringify(key.slice(0, 80))}`);
}
