/** The process that signs finished files: see `sign-files.ts`. It loads what it needs, and waits for its order. */
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { liveWithInput } from '../../../../src/kit/children/in-child.ts';
import type { SigningOrder } from './sign-files.ts';

liveWithInput();
const asked = new Promise<string>((resolve) =>
  createInterface({ input: process.stdin }).once('line', resolve),
);
const { createSigner } = await import('./cose.ts');
const { readChain } = await import('./signing-key.ts');
const { openSigning } = await import('./sign-file.ts');
const signFile = await openSigning();
const { keyPath, chainPath, files, definition }: SigningOrder = JSON.parse(await asked);
const signer = createSigner(readFileSync(keyPath, 'utf8'), await readChain(chainPath));
for (const { path, format } of files) await signFile({ path, format, definition, signer });
process.exit(0);
