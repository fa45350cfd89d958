/** Devices that a worker may be set to draw on. */
export type Device = 'auto' | 'cpu' | 'webgpu' | 'cuda';

/**
 * Devices to try, in ONNX Runtime's words and in this order. `auto` takes what this system's package brings
 * along; CUDA has to be asked for, since its part is a download of its own. The processor is last always: slow,
 * but it draws.
 */
export function devicesToTry(device: Device, platform: string = process.platform): string[] {
  if (device === 'cpu') return ['cpu'];
  if (device !== 'auto') return [device, 'cpu'];
  const own: Partial<Record<string, string>> = { win32: 'dml', darwin: 'coreml' };
  return ['webgpu', own[platform], 'cpu'].filter((name) => name !== undefined);
}
