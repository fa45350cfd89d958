import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

export interface ReceivedMail {
  to: string;
  subject: string;
  /** the first http URL in it */
  link: string;
  raw: string;
  /** when its end arrived, in ms since the test started */
  at: number;
}

/** Progress of an incoming mail: recipient named, text started, or completely received. */
export type Stage = 'address' | 'text' | 'end';

/** A real SMTP server on loopback that keeps mails, and can reject an address or drop the connection for one. */
export async function startMailServer() {
  const mails: ReceivedMail[] = [];
  const passwords = new Map<string, string>();
  const refused = new Set<string>();
  const dropped = new Set<string>();
  const later = new Map<string, number>();
  const hooks = { onStage: (_stage: Stage): void | Promise<void> => {} };
  const server = new SMTPServer({
    authOptional: true,
    onAuth({ username = '', password }, _session, done) {
      if (passwords.get(username) === password && password) return done(null, { user: username });
      done(Object.assign(new Error('Invalid login'), { responseCode: 535 }));
    },
    disabledCommands: ['STARTTLS'],
    // Clients keep connections; without this, stopping waits for half a minute.
    closeTimeout: 100,
    onRcptTo({ address }, _session, done) {
      hooks.onStage('address');
      const times = later.get(address) ?? 0;
      if (times > 0) {
        later.set(address, times - 1);
        return done(Object.assign(new Error('greylisted, come again'), { responseCode: 451 }));
      }
      done(refused.has(address) ? Object.assign(new Error('no such mailbox'), { responseCode: 550 }) : null);
    },
    onData(stream, session, done) {
      let raw = '';
      const to = session.envelope.rcptTo[0]?.address ?? '';
      hooks.onStage('text');
      if (dropped.has(to)) {
        for (const line of server.connections) {
          if (line.session.id === session.id) line._socket.destroy();
        }
        return;
      }
      stream.setEncoding('utf8').on('data', (part: string) => (raw += part));
      stream.on('end', () => {
        mails.push(readMail(raw, to));
        void Promise.resolve(hooks.onStage('end')).then(() => done());
      });
    },
  });
  // A killed client resets its connection, which isn't the server's fault.
  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    /** passwords of users who may sign in; optional for clients */
    passwords,
    refused,
    dropped,
    /** number of further deferrals by address */
    later,
    /** called before each stage is answered; the answer to the end waits for it */
    hooks,
    lastTo: (address: string) => mails.filter(({ to }) => to.toLowerCase() === address.toLowerCase()).at(-1),
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

/** Keeps the headers as they are and decodes quoted-printable line breaks in the text. */
export function readMail(raw: string, to: string): ReceivedMail {
  const text = raw
    .replace(/=\r?\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return {
    to,
    subject: text.match(/^Subject: (.*)$/m)?.[1]?.trim() ?? '',
    link: text.match(/https?:\/\/\S+/)?.[0] ?? '',
    raw: text,
    at: performance.now(),
  };
}
