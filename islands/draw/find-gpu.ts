/** What this browser lets us draw on. */
export type Gpu =
  | { kind: 'gpu'; name: string; halves: boolean; software: boolean }
  /** only pages on https or localhost get one */
  | { kind: 'insecure' }
  /** the browser or the machine has none for us */
  | { kind: 'none' };

/** The part of WebGPU that is asked here; the types of TypeScript’s own library lack it. */
interface WebGpu {
  requestAdapter(options: { powerPreference: 'high-performance' }): Promise<Adapter | null>;
}
interface Adapter {
  features: { has(name: string): boolean };
  info?: { vendor: string; architecture: string; device: string; description: string };
}

export async function findGpu(): Promise<Gpu> {
  if (!window.isSecureContext) return { kind: 'insecure' };
  const { gpu } = navigator as { gpu?: WebGpu };
  const adapter = await gpu?.requestAdapter({ powerPreference: 'high-performance' }).catch(() => null);
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
