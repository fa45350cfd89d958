import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Category and score for texts that contain a word. */
const SCORES: Record<string, [category: string, score: number]> = {
  battle: ['violence', 0.91],
  nude: ['sexual', 0.93],
};

export interface ModerationServer {
  /** for MODERATION_BASE_URL */
  baseUrl: string;
  /** texts that it received */
  asked: string[];
  keys: (string | undefined)[];
  close(): Promise<void>;
}

/**
 * Loopback moderation server in OpenAI's format. Texts with `silence` get no answer, `ruins` a 500 page that contains
 * the key and the text, `riddle` an empty result. Of any two other texts, the first is delayed until after the second.
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
      // One category comes without a score, as on some servers.
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
