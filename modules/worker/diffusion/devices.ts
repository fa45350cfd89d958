export type Device = 'auto' | 'cpu' | 'webgpu' | 'cuda';

/**
 * Devices to try in order, by ONNX Runtime's names. `auto` uses what the system's package includes; CUDA must be set
 * explicitly, since its part is a separate download. The CPU is always the last resort: slow, but it works.
 */
export function devicesToTry(device: Device, platform: string = process.platform): string[] {
  if (device === 'cpu') return ['cpu'];
  if (device !== 'auto') return [device, 'cpu'];
  const own: Partial<Record<string, string>> = { win32: 'dml', darwin: 'coreml' };
  return ['webgpu', own[platform], 'cpu'].filter((name) => name !== undefined);
}
