import { afterAll, beforeAll, beforeEach } from 'vitest';
import { startMailServer } from './mail-server.ts';
import { startProgram, type TestProgram, type Visitor } from './program.ts';

export type MailServer = Awaited<ReturnType<typeof startMailServer>>;

/**
 * Starts a mail server for a file's tests, and before each of them a program that sends through it.
 * @param started gets both before each test
 */
export function startWithMail(
  env: Record<string, string>,
  started: (program: TestProgram, smtp: MailServer) => void,
): void {
  let smtp: MailServer;
  beforeAll(async () => {
    smtp = await startMailServer();
  });
  afterAll(() => smtp.stop());
  beforeEach(async () => {
    const program = await startProgram({ SMTP_URL: smtp.url, ...env });
    started(program, smtp);
    return () => program.stop();
  });
}

/** Signs a visitor in by a mailed link. */
export async function signInByMail(visitor: Visitor, smtp: MailServer, email: string): Promise<Visitor> {
  await visitor.postForm('/auth/signin', { email });
  await visitor.openLink(smtp.lastTo(email)?.link ?? '');
  return visitor;
}
