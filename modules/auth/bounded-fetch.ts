const TIMEOUT_MS = 8_000;
const MAX_JSON_BYTES = 64 * 1024;

interface Bounds {
  timeoutMs: number;
  maxBytes: number;
}

/**
 * A provider's JSON, bounded in time and size; refusals (4xx) read as an empty object.
 * @throws when the provider can't be reached, fails, or answers something else
 */
export async function fetchJson(url: string, init: RequestInit = {}): Promise<unknown> {
  const { response, bytes } = await fetchBounded(url, init, {
    timeoutMs: TIMEOUT_MS,
    maxBytes: MAX_JSON_BYTES,
  });
  if (response.status >= 500) throw new Error(`${new URL(url).origin} answered ${response.status}`);
  if (!response.ok) return {};
  return JSON.parse(new TextDecoder().decode(bytes));
}

/** One answer read whole. Redirects are not followed: they would lead away from the host that was agreed on. */
export async function fetchBounded(
  url: string,
  init: RequestInit,
  { timeoutMs, maxBytes }: Bounds,
): Promise<{ response: Response; bytes: Uint8Array }> {
  const response = await fetch(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(timeoutMs) });
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of response.body ?? []) {
    size += part.byteLength;
    if (size > maxBytes) throw new Error('the answer is too large');
    parts.push(part);
  }
  return { response, bytes: Buffer.concat(parts) };
}
