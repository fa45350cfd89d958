/**
 * Process that signs finished files; see `sign-files.ts`. The first line on stdin has the certificate and key; each
 * further line is a file. Loads its dependencies immediately.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { liveWithInput } from '../../../kit/children/in-child.ts';
import { type FileOfOrder, NO_MORE, type SigningAnswer } from './sign-order.ts';
import type { Signing } from './signing-key.ts';

liveWithInput();
const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
const nextLine = async (): Promise<string> => (await lines.next()).value ?? NO_MORE;
const { createSigner } = await import('./cose.ts');
const { readChain } = await import('./signing-key.ts');
const { openSigning } = await import('./sign-file.ts');
const signFile = await openSigning();
const { keyPath, chainPath, tsaUrl }: Signing = JSON.parse(await nextLine());
const signer = createSigner(readFileSync(keyPath, 'utf8'), await readChain(chainPath));
const stamper = tsaUrl ? (await import('./time-stamp.ts')).openStamper(tsaUrl, signer.certificate) : null;
const stamp = stamper?.stamp ?? null;
const signed: Promise<void>[] = [];
for (let line = await nextLine(); line !== NO_MORE; line = await nextLine()) {
  const file: FileOfOrder = JSON.parse(line);
  // A failed file ends the process.
  signed.push(signFile({ ...file, signer, stamp }));
}
await Promise.all(signed);
const answer: SigningAnswer = { unstamped: stamper?.fault ?? null };
writeFileSync(process.stdout.fd, JSON.stringify(answer));
process.exit(0);
