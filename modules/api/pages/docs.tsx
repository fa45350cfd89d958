import type { ReactNode } from 'react';
import type { z } from 'zod';
import { m } from '../../kit/texts/m.ts';
import { PageScript } from '../../web/island.tsx';
import { type Message, readSockets } from '../asyncapi.ts';
import type { Call, Calls } from '../call.ts';
import { GROUPS } from '../calls/calls.ts';
import { jsonSchemaOf, shapeText } from '../json-schema.ts';

interface DocsProps {
  appName: string;
  /** `https://host` */
  origin: string;
}

const GROUP_TITLES: Record<keyof typeof GROUPS, () => string> = {
  stream: m.api_group_stream,
  dreams: m.api_group_dreams,
  public: m.api_group_public,
  account: m.api_group_account,
  admin: m.api_group_admin,
};
const SOCKET_TITLES: Record<keyof ReturnType<typeof readSockets>, () => string> = {
  viewer: m.api_socket_viewer,
  watcher: m.api_socket_watcher,
  worker: m.api_socket_worker,
};
const code = (words: ReactNode) => <code>{words}</code>;

/** All calls and sockets, for developers. Summaries and shapes are in English, like everything the API itself says. */
export function DocsPage({ appName, origin }: DocsProps) {
  return (
    <article className="prose api-docs">
      <PageScript name="copy" />
      <h1>{m.api_title({ app: appName })}</h1>
      <p className="api-lead">
        {m.api_lead({ code, settings: (words) => <a href="/settings#tokens">{words}</a> })}
      </p>
      <p>
        {m.api_files({
          openapi: (words) => <a href="/api/openapi.json">{words}</a>,
          asyncapi: (words) => <a href="/api/asyncapi.json">{words}</a>,
          client: (words) => <a href="/reverie.js">{words}</a>,
        })}
      </p>
      <nav aria-label={m.api_contents()}>
        <ul>
          {Object.keys(GROUPS).map((group) => (
            <li key={group}>
              <a href={`#${group}`}>{GROUP_TITLES[group as keyof typeof GROUPS]()}</a>
            </li>
          ))}
          <li>
            <a href="#sockets">{m.api_sockets()}</a>
          </li>
        </ul>
      </nav>
      {Object.entries<Calls>(GROUPS).map(([group, calls]) => (
        <section key={group} id={group} aria-labelledby={`${group}-title`}>
          <h2 id={`${group}-title`}>{GROUP_TITLES[group as keyof typeof GROUPS]()}</h2>
          {Object.entries(calls).map(([route, call]) => (
            <CallCard key={route} route={route} call={call} origin={origin} />
          ))}
        </section>
      ))}
      <section id="sockets" aria-labelledby="sockets-title">
        <h2 id="sockets-title">{m.api_sockets()}</h2>
        {Object.entries(readSockets()).map(([id, { address, summary, up, down }]) => (
          <details className="api-call" key={id}>
            <summary>
              <code>{address}</code>
              <span>{SOCKET_TITLES[id as keyof typeof SOCKET_TITLES]()}</span>
            </summary>
            <p lang="en" dir="ltr">
              {withCode(summary)}
            </p>
            <Messages title={m.api_up()} messages={up} />
            <Messages title={m.api_down()} messages={down} />
          </details>
        ))}
      </section>
    </article>
  );
}

function CallCard({ route, call, origin }: { route: string; call: Call; origin: string }) {
  const { summary, scope, query, body, form, reads, answer, status = 200 } = call;
  const [method = '', path = ''] = route.split(' ');
  return (
    <details className="api-call">
      <summary dir="ltr">
        <code>
          <b>{method}</b> {path}
        </code>
        <span lang="en">{withCode(summary)}</span>
      </summary>
      <p>
        {scope === null
          ? m.api_no_scope()
          : scope === 'public'
            ? m.api_open()
            : m.api_scope({ scope: () => <code>{scope}</code> })}
      </p>
      {reads && <Shape title={m.api_actions()} text={reads.join(' | ')} />}
      {query && <Shape title={m.api_query()} text={shapeText(jsonSchemaOf(query))} />}
      {body && <Shape title={m.api_body()} text={shapeText(jsonSchemaOf(body))} />}
      {form && <Shape title={m.api_form()} text={Object.keys(form).join(', ')} />}
      {answer && <Shape title={`${m.api_answer()} ${status}`} text={answerText(answer)} />}
      {scope !== null && <Curl text={curlOf(method, path, call, origin)} />}
    </details>
  );
}

/** Text in backticks as code. */
const withCode = (text: string) =>
  // biome-ignore lint/suspicious/noArrayIndexKey: the parts never change
  text.split('`').map((part, index) => (index % 2 === 1 ? <code key={index}>{part}</code> : part));

const answerText = (answer: z.ZodType | string) =>
  typeof answer === 'string' ? answer : shapeText(jsonSchemaOf(answer));

function Shape({ title, text }: { title: string; text: string }) {
  return (
    <>
      <h3>{title}</h3>
      <pre dir="ltr" lang="en">
        <code>{text}</code>
      </pre>
    </>
  );
}

function Messages({ title, messages }: { title: string; messages: Message[] }) {
  const lines = messages.map(({ summary, payload }) => summary ?? shapeText(payload));
  return <Shape title={title} text={lines.join('\n\n')} />;
}

function Curl({ text }: { text: string }) {
  return (
    <div className="command">
      <code dir="ltr">{text}</code>
      <button type="button" className="button button-quiet" data-copy={text} hidden>
        <span aria-live="polite">{m.api_copy()}</span>
      </button>
    </div>
  );
}

function curlOf(method: string, path: string, { scope, body, form }: Call, origin: string): string {
  const parts = ['curl'];
  if (method !== 'GET') parts.push(`-X ${method}`);
  if (scope !== 'public') parts.push('-H "Authorization: Bearer $TOKEN"');
  if (body) parts.push(`-H 'Content-Type: application/json' -d '{…}'`);
  for (const [name, kind] of Object.entries(form ?? {}))
    parts.push(`-F ${name}=${kind === 'file' ? '@FILE' : '…'}`);
  return [...parts, `${origin}${path.replace(/:(\w+)/g, '{$1}')}`].join(' ');
}
