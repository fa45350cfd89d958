import { serverErrorText } from './server-error-text.ts';

/** A request to another server failed, timed out, returned too much, or was refused. */
export class OutgoingError extends Error {
  readonly timedOut: boolean;
  /** The status, if it wasn't 2xx. */
  readonly status: number | null;
  /** The start of that response's body. */
  readonly body: string;
  /** The whole body, if it should have been JSON but wasn't. */
  readonly broken: string;
  constructor(
    message: string,
    { timedOut = false, status = null as number | null, body = '', broken = '' } = {},
  ) {
    super(message);
    this.timedOut = timedOut;
    this.status = status;
    this.body = body;
    this.broken = broken;
  }
}

export interface OutgoingLimits {
  /** For the whole response, including its body. */
  timeoutMs: number;
  maxBytes: number;
}

/** Maximum bytes read of an error response, more than any server needs to state its reason. */
const SAID_MAX_BYTES = 4096;

/**
 * Fetches JSON. If the server sends server-sent events instead, as some do unasked, returns a list of their JSON data.
 * @throws OutgoingError for anything but a 2xx with JSON, quoting the server's own message
 */
export function fetchJson(url: string, init: RequestInit, limits: OutgoingLimits): Promise<unknown> {
  return ask(url, init, limits, async (response) => {
    if (response.ok) return readJson(new TextDecoder().decode(await readBounded(response, limits)));
    const body = withoutSecrets(await readBeginning(response), new Headers(init.headers));
    const words = serverErrorText(body);
    throw new OutgoingError(
      `${new URL(url).origin} answered ${response.status}${words && `: ${JSON.stringify(words)}`}`,
      { status: response.status, body },
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

/** JSON data of server-sent events, each on one line. */
const eventsIn = (text: string): unknown[] =>
  text.split(/\r\n|\n|\r/).flatMap((line) => {
    if (!line.startsWith('data:')) return [];
    try {
      return [JSON.parse(line.slice('data:'.length)) as unknown];
    } catch {
      return [];
    }
  });

/** Fetches any response in full. @throws OutgoingError if it exceeds the limits or fails */
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
 * Requests a configured server. Redirects are not followed, because they could lead to unconfigured hosts.
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
    // The runtime's message repeats the URL, whose path or query may contain a key.
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
    // Leaving the loop cancels the rest of the body.
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

/** Some servers echo the key that they reject. */
function withoutSecrets(body: string, headers: Headers): string {
  const secrets = [...headers].flatMap(([name, value]) =>
    /auth|key|token|cookie/.test(name) ? [value, value.replace(/^\w+\s+/, '')] : [],
  );
  return secrets.filter(Boolean).reduce((text, secret) => text.replaceAll(secret, '…'), body);
}
