import { serverWords } from './server-words.ts';

/** Thrown when another server could not be asked, was too slow, said too much, or refused. */
export class OutgoingError extends Error {
  readonly timedOut: boolean;
  /** what it answered, where that was no 2xx */
  readonly status: number | null;
  /** the beginning of what it said then */
  readonly said: string;
  /** all that it said, where that was to be JSON and isn't */
  readonly broken: string;
  constructor(
    message: string,
    { timedOut = false, status = null as number | null, said = '', broken = '' } = {},
  ) {
    super(message);
    this.timedOut = timedOut;
    this.status = status;
    this.said = said;
    this.broken = broken;
  }
}

export interface OutgoingLimits {
  /** for the whole answer, its body included */
  timeoutMs: number;
  maxBytes: number;
}

/** Of a refusal: more than any server needs to name its reason. */
const SAID_MAX_BYTES = 4096;

/**
 * The JSON that another server answers; of server-sent events, which some send unasked, a list of all that are JSON.
 * @throws OutgoingError for everything but a 2xx with JSON, in the server's own words
 */
export function fetchJson(url: string, init: RequestInit, limits: OutgoingLimits): Promise<unknown> {
  return ask(url, init, limits, async (response) => {
    if (response.ok) return readJson(new TextDecoder().decode(await readBounded(response, limits)));
    const said = withoutSecrets(await readBeginning(response), new Headers(init.headers));
    const words = serverWords(said);
    throw new OutgoingError(
      `${new URL(url).origin} answered ${response.status}${words && `: ${JSON.stringify(words)}`}`,
      { status: response.status, said },
    );
  });
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const events = eventsIn(text);
    if (events.length > 0) return events;
    throw new OutgoingError((error as Error).message, { broken: text });
  }
}

/** The data of server-sent events, each on one line. */
const eventsIn = (text: string): unknown[] =>
  text.split(/\r\n|\n|\r/).flatMap((line) => {
    if (!line.startsWith('data:')) return [];
    try {
      return [JSON.parse(line.slice('data:'.length)) as unknown];
    } catch {
      return [];
    }
  });

/** Any answer, read whole. @throws OutgoingError when there is none within the limits */
export function fetchBounded(
  url: string,
  init: RequestInit,
  limits: OutgoingLimits,
): Promise<{ response: Response; bytes: Uint8Array<ArrayBuffer> }> {
  return ask(url, init, limits, async (response) => ({
    response,
    bytes: await readBounded(response, limits),
  }));
}

/**
 * Asks a server that the settings name. Redirects are not followed: they could lead to hosts that nobody configured.
 * @throws OutgoingError
 */
async function ask<T>(
  url: string,
  init: RequestInit,
  { timeoutMs }: OutgoingLimits,
  read: (response: Response) => Promise<T>,
): Promise<T> {
  const tooLate = AbortSignal.timeout(timeoutMs);
  const signal = init.signal ? AbortSignal.any([tooLate, init.signal]) : tooLate;
  try {
    return await read(await fetch(url, { ...init, redirect: 'error', signal }));
  } catch (error) {
    if (error instanceof OutgoingError) throw error;
    // The runtime repeats the address, and a path or query may hold a key.
    const message = (error as Error).message.replaceAll(url, new URL(url).origin);
    throw new OutgoingError(message, { timedOut: tooLate.aborted });
  }
}

async function readBounded(
  response: Response,
  { maxBytes }: OutgoingLimits,
): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of response.body ?? []) {
    size += part.byteLength;
    // Leaving the loop cancels the rest.
    if (size > maxBytes) throw new OutgoingError(`answered more than ${maxBytes} bytes`);
    parts.push(part);
  }
  return Buffer.concat(parts);
}

async function readBeginning(response: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of response.body ?? []) {
    parts.push(part);
    size += part.byteLength;
    if (size >= SAID_MAX_BYTES) break;
  }
  return new TextDecoder().decode(Buffer.concat(parts).subarray(0, SAID_MAX_BYTES));
}

/** Servers repeat the key that they refuse. */
function withoutSecrets(said: string, headers: Headers): string {
  const secrets = [...headers].flatMap(([name, value]) =>
    /auth|key|token|cookie/.test(name) ? [value, value.replace(/^\w+\s+/, '')] : [],
  );
  return secrets.filter(Boolean).reduce((text, secret) => text.replaceAll(secret, '…'), said);
}
