/** The process that signs finished files: see `sign-files.ts`. It loads what it needs, and waits for its order. */
import { readFileSync, writeFileSync } from 'node:fs';
import { liveWithInput, readFirstLine } from '../../../../src/kit/children/in-child.ts';
import type { SigningAnswer, SigningOrder } from './sign-files.ts';

liveWithInput();
const asked = readFirstLine();
const { createSigner } = await import('./cose.ts');
const { readChain } = await import('./signing-key.ts');
const { openSigning } = await import('./sign-file.ts');
const signFile = await openSigning();
const { keyPath, chainPath, tsaUrl, files, definition }: SigningOrder = JSON.parse(await asked);
const signer = createSigner(readFileSync(keyPath, 'utf8'), await readChain(chainPath));
const stamper = tsaUrl ? (await import('./time-stamp.ts')).openStamper(tsaUrl, signer.certificate) : null;
const stamp = stamper?.stamp ?? null;
await Promise.all(files.map(({ path, format }) => signFile({ path, format, definition, signer, stamp })));
const answer: SigningAnswer = { unstamped: stamper?.fault ?? null };
writeFileSync(process.stdout.fd, JSON.stringify(answer));
process.exit(0);
