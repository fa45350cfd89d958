import { requestGpu } from '../browser/web-gpu.ts';

/** Devices that this browser lets us draw on. */
export type Gpu =
  | { kind: 'gpu'; name: string; halves: boolean; software: boolean }
  /** only pages on https or localhost get one */
  | { kind: 'insecure' }
  /** the browser or the machine has none for us */
  | { kind: 'none' };

export async function findGpu(): Promise<Gpu> {
  if (!window.isSecureContext) return { kind: 'insecure' };
  const adapter = await requestGpu();
  if (!adapter) return { kind: 'none' };
  const { vendor = '', architecture = '', device = '', description = '' } = adapter.info ?? {};
  const name = description || [vendor, device || architecture].filter(Boolean).join(' ');
  return {
    kind: 'gpu',
    name: name || 'a GPU that does not say its name',
    halves: adapter.features.has('shader-f16'),
    software: /swiftshader|llvmpipe|software|basic render/i.test(`${vendor} ${architecture} ${name}`),
  };
}
