import type { ConnectAnswer, StatusAnswer } from '../../modules/stream/contract/schemas.ts';
import { readOutbox } from '../outbox.ts';
import type { RunningServer } from '../server.ts';
import { until } from './inbox.ts';

export interface Answer {
  status: number;
  headers: Headers;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: answers are judged by the tests, field by field
  json: any;
}

/** A person with a browser, signed in or not. */
export interface Person {
  cookie: string;
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  connect(sessionId?: string): Promise<ConnectAnswer>;
  /** Calls connect until the dream can be watched. */
  connectUntilReady(): Promise<ConnectAnswer & { websocketUrl: string }>;
  /** Waits until the dream's video is compiled. */
  untilRecorded(sessionId: string): Promise<StatusAnswer>;
}

export function createPerson(server: Pick<RunningServer, 'url'>, cookie = ''): Person {
  const call: Person['call'] = async (method, path, body, headers = {}) => {
    const response = await fetch(new URL(path, server.url), {
      method,
      redirect: 'manual',
      headers: {
        ...(cookie ? { cookie } : {}),
        ...(body === undefined || body instanceof FormData ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: isSent(body) ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    let json: unknown = null;
    try {
      json = JSON.parse(text);
    } catch {
      // Pages aren't JSON.
    }
    return { status: response.status, headers: response.headers, text, json };
  };
  const connect: Person['connect'] = async (sessionId) => {
    const { status, json, text } = await call('POST', '/api/stream/connect', sessionId ? { sessionId } : {});
    if (status !== 200) throw new Error(`connect answered ${status}: ${text}`);
    return json as ConnectAnswer;
  };
  return {
    cookie,
    call,
    connect,
    untilRecorded: (sessionId) =>
      until('the video', async () => {
        const { json } = await call('GET', `/api/stream/status?sessionId=${sessionId}`);
        return json.server_status === 'READY' && (json as StatusAnswer);
      }),
    connectUntilReady: () => {
      let answer: ConnectAnswer;
      const what = () => `a dream that is ready, after ${JSON.stringify(answer)},`;
      return until(what, async () => {
        answer = await connect();
        if (answer.status === 'failed' || answer.status === 'ended')
          throw new Error(`connect answered ${answer.status}: ${answer.error}`);
        return answer.websocketUrl !== null && { ...answer, websocketUrl: answer.websocketUrl };
      });
    },
  };
}

const isSent = (body: unknown): body is string | FormData =>
  typeof body === 'string' || body instanceof FormData;

/** Opens a one-time link and presses its button. */
export async function signInByLink(server: RunningServer, link: string): Promise<Person> {
  const { pathname, search } = new URL(link);
  const page = await createPerson(server).call('GET', pathname + search);
  if (page.status !== 200) throw new Error(`the link's page answered ${page.status}`);
  const answer = await createPerson(server).call('POST', pathname + search);
  const cookie = answer.headers.get('set-cookie')?.split(';')[0];
  if (answer.status !== 303 || !cookie) throw new Error(`the link answered ${answer.status}: ${answer.text}`);
  return createPerson(server, cookie);
}

export function signInAsAdmin(server: RunningServer): Promise<Person> {
  if (!server.adminLink) throw new Error(`the server printed no admin link:\n${server.output()}`);
  return signInByLink(server, server.adminLink);
}

/** Requests a sign-in mail and opens its link. A new address creates a trial account. */
export async function signInByMail(server: RunningServer, email: string): Promise<Person> {
  const asked = await createPerson(server).call('POST', '/api/auth/email', { email });
  if (asked.status !== 202) throw new Error(`the mail call answered ${asked.status}: ${asked.text}`);
  const link = await until('the mail', async () => {
    const mail = (await readOutbox(server.dataDir)).find((mail) => mail.includes(email));
    return mail?.match(/https?:\/\/\S+\/auth\/link\?token=[\w-]+/)?.[0];
  });
  return signInByLink(server, link);
}
