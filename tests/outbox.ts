import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * The mails that a server without SMTP has written so far, their folded lines made whole. A mail that is still being written
 * lies beside them under another name.
 */
export async function readOutbox(dataDir: string): Promise<string[]> {
  const outbox = join(dataDir, 'outbox');
  const files = await readdir(outbox).catch(() => []);
  const mails = files.filter((file) => file.endsWith('.eml'));
  return Promise.all(mails.map(async (file) => unfold(await readFile(join(outbox, file), 'utf8'))));
}

/** Quoted-printable as far as it matters in a link. */
function unfold(mail: string): string {
  return mail.replace(/=\r?\n/g, '').replaceAll('=3D', '=');
}
