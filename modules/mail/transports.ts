import { Readable } from 'node:stream';
import nodemailer from 'nodemailer';

export type Transports = ReturnType<typeof createTransports>;

/** The ways that mails go: through SMTP, null where it is not set, and as bytes for whoever writes them down. */
export function createTransports(smtpUrl: string | undefined) {
  return {
    smtp: smtpUrl ? createSmtp(smtpUrl) : null,
    toBytes: nodemailer.createTransport({ streamTransport: true, buffer: true }),
  };
}

function createSmtp(url: string) {
  const smtp = nodemailer.createTransport({
    url,
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

/** Read only when the server requests the data, so that the step happens as late as possible. */
function withStepBeforeEnd(input: Readable, step: () => Promise<void>): Readable {
  async function* parts() {
    yield* input;
    await step();
  }
  return Readable.from(parts(), { objectMode: false });
}
