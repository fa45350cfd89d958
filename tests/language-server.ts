import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Response to one call: JSON, or plain text. */
export interface Reply {
  status?: number;
  body: unknown;
}

/** Behaviour for one call. */
export type Manner =
  | 'well'
  | 'lying'
  | 'odd'
  | 'empty'
  | 'html'
  | 'refusing'
  | 'endless'
  | 'reset'
  | 'silent';

export interface Asked {
  path: string;
  authorization: string | undefined;
  body: string;
}

export interface LanguageServer {
  /** for LLM_BASE_URL and ASR_BASE_URL */
  baseUrl: string;
  /** every call so far */
  asked: Asked[];
  /** sets the behaviour from now on; several are used in turn */
  behave(...manners: Manner[]): void;
  /** sets the function that answers from now on, including the list of models */
  reply(by: (asked: Asked) => Reply): void;
  close(): Promise<void>;
}

/** Text of a good answer, which differs from the person's own words. */
export const dreamtOf = (words: string) => `a dream of ${words}`;

/** One good answer and eight kinds of fault, in turn. */
const ALL: Manner[] = ['well', 'lying', 'odd', 'empty', 'html', 'refusing', 'endless', 'reset', 'silent'];

/** Jobs request titles whenever a video is done, which would disturb a test's planned order. */
const asksForTitle = (body: string) => body.includes('You give a short title');

/**
 * Loopback server compatible with OpenAI: chat completions and audio transcriptions, faulty by default. With
 * `titlesApart`, requests for a dream's title get good answers and aren't recorded.
 */
export async function startLanguageServer({ titlesApart = false } = {}): Promise<LanguageServer> {
  let manners = ALL;
  let next = 0;
  let reply: ((asked: Asked) => Reply) | null = null;
  const asked: Asked[] = [];
  const server = createServer(async (request, response) => {
    const body = await readBody(request);
    if (titlesApart && asksForTitle(body))
      return answer(response, 'well', goodAnswer(request.url ?? '', body));
    const call = { path: request.url ?? '', authorization: request.headers.authorization, body };
    asked.push(call);
    if (reply) {
      const { status = 200, body: said } = reply(call);
      const [type, text] =
        typeof said === 'string' ? ['text/plain', said] : ['application/json', JSON.stringify(said)];
      return void response.writeHead(status, { 'Content-Type': type }).end(text);
    }
    if (request.method === 'GET') return void response.writeHead(404).end();
    const manner = manners[next++ % manners.length] ?? 'well';
    answer(response, manner, goodAnswer(request.url ?? '', body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    asked,
    behave(...wanted) {
      manners = wanted;
      next = 0;
      reply = null;
    },
    reply(by) {
      reply = by;
    },
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

function goodAnswer(path: string, body: string): { text: string; json: (text: string) => unknown } {
  if (path.endsWith('/audio/transcriptions')) {
    return { text: 'a paper boat on a river', json: (text) => ({ text }) };
  }
  const { messages } = JSON.parse(body) as { messages: { role: string; content: string }[] };
  const words = messages.findLast(({ role }) => role === 'user')?.content ?? '';
  return {
    text: dreamtOf(words),
    json: (text) => ({ choices: [{ index: 0, message: { role: 'assistant', content: text } }] }),
  };
}

function answer(response: ServerResponse, manner: Manner, good: ReturnType<typeof goodAnswer>): void {
  const send = (status: number, type: string, body: string) =>
    response.writeHead(status, { 'Content-Type': type }).end(body);
  const json = (body: unknown) => send(200, 'application/json', JSON.stringify(body));
  const rambling = `"Sure! ${good.text}, and ${'then more '.repeat(40)}the end..."\nAnything else?`;
  if (manner === 'well') json(good.json(good.text));
  if (manner === 'lying') json(good.json(rambling));
  if (manner === 'odd') json({ choices: [{ text: good.text }] });
  if (manner === 'empty') json(good.json(' \n… '));
  if (manner === 'html') send(200, 'text/html', '<h1>Welcome</h1>');
  if (manner === 'refusing') send(500, 'application/json', '{"error":"overloaded"}');
  if (manner === 'endless') pour(response.writeHead(200, { 'Content-Type': 'application/json' }));
  if (manner === 'reset') response.destroy();
  // Silent: the connection stays open without a response.
}

function pour(response: ServerResponse): void {
  const chunk = 'x'.repeat(16 * 1024);
  const more = () => {
    while (!response.destroyed && response.write(chunk));
  };
  response.on('drain', more);
  more();
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('latin1');
}
