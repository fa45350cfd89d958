import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Words in a text, and the score that it gets for them. */
const SCORES: Record<string, [category: string, score: number]> = {
  battle: ['violence', 0.91],
  nude: ['sexual', 0.93],
};

export interface ModerationServer {
  /** as MODERATION_BASE_URL */
  baseUrl: string;
  /** texts that it was asked about */
  asked: string[];
  keys: (string | undefined)[];
  close(): Promise<void>;
}

/**
 * A loopback moderation server in OpenAI's form. Of a text with `silence` in it it never answers; `ruins` get 500 with the key and
 * the text in a page; `riddle` gets an answer in another form; and every other text is answered late, the first of two after the second.
 */
export async function startModerationServer(): Promise<ModerationServer> {
  const asked: string[] = [];
  const keys: (string | undefined)[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const part of request.setEncoding('utf8')) body += part;
    const text: string = JSON.parse(body).input;
    const key = request.headers.authorization;
    asked.push(text);
    keys.push(key);
    if (request.url !== '/v1/moderations') return void response.writeHead(404).end();
    if (text.includes('silence')) return;
    if (text.includes('ruins')) return void response.writeHead(500).end(`<h1>${key} ${text}</h1>`);
    if (text.includes('riddle')) return void response.end('{"results":[]}');
    const found = Object.entries(SCORES).flatMap(([word, score]) => (text.includes(word) ? [score] : []));
    const result = {
      flagged: found.length > 0,
      categories: Object.fromEntries(found.map(([category]) => [category, true])),
      // One of them comes without a score, as some servers have it.
      category_scores: { hate: 0.01, ...Object.fromEntries(found), illicit: null },
    };
    const late = asked.length % 2 === 1 ? 200 : 0;
    setTimeout(() => response.end(JSON.stringify({ results: [result] })), late);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    asked,
    keys,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
