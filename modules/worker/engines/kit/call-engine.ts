import { fetchBounded, OutgoingError } from '../../../kit/http/outgoing.ts';
import { parseJson } from '../../../kit/parse-json.ts';
import { m } from '../../../kit/texts/m.ts';
import { EngineFault } from './adapter.ts';

/** Large enough for base64 images in JSON. */
const MAX_BYTES = 32 * 1024 * 1024;
const DEFAULT_TIMEOUT_MS = 10_000;
const MAX_WORDS = 300;

export interface EngineCall {
  /** the engine's name, for people */
  label: string;
  url: string;
  init?: RequestInit;
  /** sent as JSON by POST */
  json?: unknown;
  timeoutMs?: number;
  /** turns the engine's rejection into a message; null if it can't */
  refusal?(answer: unknown): string | null;
  /** statuses that are an answer, not a fault: the call returns null */
  nullFor?: readonly number[];
}

/**
 * Calls an engine over HTTP.
 * @returns the response, parsed if it is JSON
 * @throws EngineFault with a message for people: final if the engine rejects the request, temporary if it is
 * unreachable or out of memory
 */
export async function callEngine({
  label,
  url,
  init = {},
  json,
  timeoutMs = DEFAULT_TIMEOUT_MS,
  refusal: inWords = () => null,
  nullFor = [],
}: EngineCall): Promise<unknown> {
  const sent = json === undefined ? init : { ...init, ...jsonPost(init, json) };
  const { response, bytes } = await fetchBounded(url, sent, { timeoutMs, maxBytes: MAX_BYTES }).catch(
    (error: unknown) => {
      throw unanswered(label, url, error);
    },
  );
  if (nullFor.includes(response.status)) return null;
  const text = new TextDecoder().decode(bytes);
  if (!response.ok) throw refusal(label, response.status, text, inWords);
  if (!/json/.test(response.headers.get('content-type') ?? '')) return text;
  try {
    return JSON.parse(text);
  } catch {
    throw new EngineFault(m.worker_engine_unreadable({ engine: label }));
  }
}

const jsonPost = ({ headers }: RequestInit, json: unknown) => ({
  method: 'POST',
  headers: { ...(headers as Record<string, string>), 'content-type': 'application/json' },
  body: JSON.stringify(json),
});

function unanswered(label: string, url: string, error: unknown): EngineFault {
  if (error instanceof OutgoingError && error.timedOut)
    return new EngineFault(
      m.worker_engine_silent_at({ engine: label, address: new URL(url).origin }),
      false,
      m.worker_engine_silent({ engine: label }),
    );
  return unreachable(label, url);
}

export const unreachable = (label: string, url: string) =>
  new EngineFault(
    m.worker_engine_unreachable_at({ engine: label, address: new URL(url).origin }),
    false,
    m.worker_engine_unreachable({ engine: label }),
  );

function refusal(
  label: string,
  status: number,
  text: string,
  inWords: (answer: unknown) => string | null,
): EngineFault {
  if (isOutOfMemory(text)) return outOfMemory(label);
  if (isDiskFull(text)) return diskFull(label);
  const known = inWords(parseJson(text));
  const words = text.replace(/\s+/g, ' ').trim().slice(0, MAX_WORDS);
  if (status === 401 || status === 403)
    return new EngineFault(m.worker_engine_key({ engine: label, status: `${status}` }), true);
  const isFinal = status >= 400 && status < 500 && status !== 408 && status !== 429;
  if (known)
    return new EngineFault(known.slice(0, MAX_WORDS), isFinal, m.worker_engine_rejects({ engine: label }));
  const publicText = m.worker_engine_status({ engine: label, status: `${status}` });
  return new EngineFault(
    words ? m.worker_engine_status_reason({ engine: label, status: `${status}`, reason: words }) : publicText,
    isFinal,
    publicText,
  );
}

export const isOutOfMemory = (text: string) =>
  /out of memory|OutOfMemory|failed to allocate|CUDA error: out/i.test(text);

/** As Linux, Windows and Python report it. */
export const isDiskFull = (text: string) =>
  /no space left on device|ENOSPC|\[Errno 28\]|not enough space on the disk|disk quota exceeded/i.test(text);

export const otherServer = (label: string, url: string) =>
  new EngineFault(
    m.worker_engine_other({ url, engine: label }),
    false,
    m.worker_engine_other_public({ engine: label }),
  );

export const diskFull = (label: string) => new EngineFault(m.worker_engine_disk_full({ engine: label }));

export const outOfMemory = (label: string) =>
  new EngineFault(m.worker_engine_out_of_memory({ engine: label }));

/** An error in the engine's own words, of which viewers see none. */
export const reported = (label: string, words: string) =>
  new EngineFault(
    m.worker_engine_reports({ engine: label, reason: words.slice(0, 200) }),
    false,
    m.worker_engine_rejects({ engine: label }),
  );
