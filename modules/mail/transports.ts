import { Readable } from 'node:stream';
import nodemailer from 'nodemailer';
import type { SmtpServer } from './contract/settings.ts';

export type Transports = ReturnType<typeof createTransports>;

/** Mail transports: SMTP (null if not configured), and raw bytes for the outbox. */
export function createTransports(server: SmtpServer | undefined) {
  return {
    smtp: server ? createSmtp(server) : null,
    toBytes: nodemailer.createTransport({ streamTransport: true, buffer: true }),
  };
}

function createSmtp({ connection }: SmtpServer) {
  const smtp = nodemailer.createTransport({
    ...connection,
    pool: true,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
  });
  smtp.use('stream', ({ data, message }, done) => {
    const { beforeEnd } = data as typeof data & { beforeEnd?: () => Promise<void> };
    if (beforeEnd) message.processFunc((input: Readable) => withStepBeforeEnd(input, beforeEnd));
    done();
  });
  return smtp;
}

/** Read only when the server requests the data, so the step happens as late as possible. */
function withStepBeforeEnd(input: Readable, step: () => Promise<void>): Readable {
  async function* parts() {
    yield* input;
    await step();
  }
  return Readable.from(parts(), { objectMode: false });
}
