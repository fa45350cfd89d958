/** The parts of WebGPU used here, which TypeScript’s own library lacks. */
interface WebGpu {
  requestAdapter(options: { powerPreference: 'high-performance' }): Promise<GpuAdapter | null>;
}
export interface GpuAdapter {
  features: { has(name: string): boolean };
  info?: { vendor: string; architecture: string; device: string; description: string };
}

/** @returns null if there is no usable GPU; WebGPU needs https or localhost */
export async function requestGpu(): Promise<GpuAdapter | null> {
  const { gpu } = navigator as { gpu?: WebGpu };
  try {
    return (await gpu?.requestAdapter({ powerPreference: 'high-performance' })) ?? null;
  } catch {
    return null;
  }
}
