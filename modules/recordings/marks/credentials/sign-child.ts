/** The process that signs finished files: see `sign-files.ts`. */
import { readFileSync } from 'node:fs';
import { liveWithInput } from '../../../../src/kit/children/in-child.ts';
import { ORDER_VARIABLE, type SigningOrder } from './sign-files.ts';

liveWithInput();
const { createSigner } = await import('./cose.ts');
const { readChain } = await import('./signing-key.ts');
const { signFile } = await import('./sign-file.ts');
const order: SigningOrder = JSON.parse(process.env[ORDER_VARIABLE] ?? '');
const signer = createSigner(readFileSync(order.keyPath, 'utf8'), await readChain(order.chainPath));
for (const { path, format } of order.files)
  await signFile({ path, format, definition: order.definition, signer });
process.exit(0);
