import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A recorded messages call. */
export interface ClaudeCall {
  key: string | undefined;
  model: string;
  system: string;
  messages: { role: string; content: string }[];
}

/** Behaviour of the following calls; the last one stays in effect. */
export type ClaudeMood = 'well' | 'slow' | 'held' | 'overloaded' | 'broken' | 'cut' | 'empty' | 'thinking';

/** Loopback server for Anthropic's messages API, with the faults of a real one on demand. */
export async function startClaude() {
  const calls: ClaudeCall[] = [];
  let moods: ClaudeMood[] = ['well'];
  let release = () => {};
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const piece of request) body += piece;
    const sent = JSON.parse(body) as ClaudeCall;
    calls.push({ ...sent, key: request.headers.authorization?.replace('Bearer ', '') });
    const mood = (moods.length > 1 ? moods.shift() : moods[0]) ?? 'well';
    const send = (status: number, value: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
    const question = sent.messages.at(-1)?.content;
    const answer = {
      id: 'msg_1',
      type: 'message',
      role: 'assistant',
      model: sent.model,
      content: contentOf(mood, `You asked: ${question}`),
      stop_reason: 'end_turn',
      usage: { input_tokens: 1, output_tokens: 1 },
    };
    if (mood === 'cut') return void request.socket.destroy();
    if (mood === 'overloaded') {
      response.setHeader('retry-after-ms', '10');
      return void send(529, { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } });
    }
    if (mood === 'broken') return void send(400, { type: 'error', error: { type: 'x', message: 'no' } });
    if (mood === 'slow') await new Promise((resolve) => setTimeout(resolve, 400));
    if (mood === 'held') {
      await new Promise<void>((resolve) => {
        release = resolve;
      });
    }
    send(200, answer);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    next: (...then: ClaudeMood[]) => {
      moods = then;
    },
    /** Answers the call that is on hold. */
    release: () => release(),
    stop: () =>
      new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      }),
  };
}

function contentOf(mood: ClaudeMood, text: string) {
  if (mood === 'empty') return [];
  return [{ type: 'text', text: mood === 'thinking' ? `They ask something.\n</think>\n\n${text}` : text }];
}
