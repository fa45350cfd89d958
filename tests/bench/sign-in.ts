import { readOutbox } from '../outbox.ts';
import type { RunningServer } from '../server.ts';

/**
 * Signs in as a new person through the mailed link. @returns the cookie. Needs a server without SMTP (mails become
 * files) and with TRUST_PROXY, so that each person can have their own address.
 */
export async function signInByMail(server: RunningServer, email: string, address: string): Promise<string> {
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': address };
  const asked = await fetch(`${server.url}/api/auth/email`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ email }),
  });
  if (asked.status !== 202)
    throw new Error(`the mail was refused with ${asked.status}: ${await asked.text()}`);
  const token = await tokenMailedTo(server.dataDir, email);
  const entered = await fetch(`${server.url}/auth/link?token=${token}`, {
    method: 'POST',
    headers,
    redirect: 'manual',
  });
  const cookie = entered.headers.get('set-cookie')?.split(';')[0];
  if (!cookie) throw new Error(`the link was refused with ${entered.status}`);
  return cookie;
}

async function tokenMailedTo(dataDir: string, email: string): Promise<string> {
  const mail = (await readOutbox(dataDir)).find((mail) => mail.includes(`To: ${email}`));
  const token = mail?.match(/token=([\w-]+)/)?.[1];
  if (!token) throw new Error(`no mail to ${email} in the outbox`);
  return token;
}
