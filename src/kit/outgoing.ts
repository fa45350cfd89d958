/** Thrown when another server could not be asked, was too slow or said too much. */
export class OutgoingError extends Error {
  readonly timedOut: boolean;
  constructor(message: string, timedOut = false) {
    super(message);
    this.timedOut = timedOut;
  }
}

export interface OutgoingLimits {
  /** for the whole answer, its body included */
  timeoutMs: number;
  maxBytes: number;
}

/**
 * Asks a server that the settings name and reads its JSON answer, within a time and a size. Redirects are not
 * followed: they could lead to hosts that nobody configured.
 * @throws OutgoingError for everything but a 2xx with JSON
 */
export async function fetchJson(
  url: string,
  init: RequestInit,
  { timeoutMs, maxBytes }: OutgoingLimits,
): Promise<unknown> {
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    const answer = await fetch(url, { ...init, redirect: 'manual', signal });
    if (!answer.ok) {
      await answer.body?.cancel();
      throw new OutgoingError(`answered ${answer.status}`);
    }
    return JSON.parse(await readBounded(answer, maxBytes));
  } catch (error) {
    if (error instanceof OutgoingError) throw error;
    throw new OutgoingError((error as Error).message, signal.aborted);
  }
}

async function readBounded(answer: Response, maxBytes: number): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for await (const chunk of answer.body ?? []) {
    bytes += chunk.byteLength;
    // Leaving the loop cancels the rest.
    if (bytes > maxBytes) throw new OutgoingError(`answered more than ${maxBytes} bytes`);
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}
