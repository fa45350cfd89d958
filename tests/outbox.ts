import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Mails that a server without SMTP has written so far, with folded lines joined. A mail still being written has a
 * different name.
 */
export async function readOutbox(dataDir: string): Promise<string[]> {
  const outbox = join(dataDir, 'outbox');
  const files = await readdir(outbox).catch(() => []);
  const mails = files.filter((file) => file.endsWith('.eml'));
  return Promise.all(mails.map(async (file) => unfold(await readFile(join(outbox, file), 'utf8'))));
}

/** Decodes the parts of quoted-printable that matter in a link. */
function unfold(mail: string): string {
  return mail.replace(/=\r?\n/g, '').replaceAll('=3D', '=');
}
