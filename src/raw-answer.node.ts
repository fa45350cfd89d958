import { type IncomingMessage, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';

/**
 * Converts a request from Node's upgrade, clientError and similar events to a bodyless Request; null if it is invalid.
 */
export function asRequest({ headers: given, method, url }: IncomingMessage): Request | null {
  const address = `http://${given.host ?? 'localhost'}${url ?? '/'}`;
  if (!URL.canParse(address)) return null;
  const headers = new Headers();
  for (const [name, value] of Object.entries(given)) {
    if (typeof value === 'string') headers.set(name, value);
  }
  return new Request(address, { method: method ?? 'GET', headers });
}

/** Writes a response to a raw connection and closes it. */
export async function writeAnswer(stream: Duplex, answer: Response, method = 'GET'): Promise<void> {
  const body = Buffer.from(await answer.arrayBuffer());
  const lines = [...answer.headers].filter(([name]) => name !== 'content-length' && name !== 'connection');
  const head = [
    `HTTP/1.1 ${answer.status} ${STATUS_CODES[answer.status] ?? 'Refused'}`,
    ...lines.map(([name, value]) => `${name}: ${value}`),
    `Content-Length: ${body.byteLength}`,
    'Connection: close',
  ];
  stream.write(`${head.join('\r\n')}\r\n\r\n`, 'latin1');
  stream.end(method === 'HEAD' ? undefined : body);
}
