/** The part of WebGPU that is asked here; the types of TypeScript’s own library lack it. */
interface WebGpu {
  requestAdapter(options: { powerPreference: 'high-performance' }): Promise<GpuAdapter | null>;
}
export interface GpuAdapter {
  features: { has(name: string): boolean };
  info?: { vendor: string; architecture: string; device: string; description: string };
}

/** @returns null where this browser, machine or page gets no GPU; only pages on https or localhost do */
export async function requestGpu(): Promise<GpuAdapter | null> {
  const { gpu } = navigator as { gpu?: WebGpu };
  try {
    return (await gpu?.requestAdapter({ powerPreference: 'high-performance' })) ?? null;
  } catch {
    return null;
  }
}
