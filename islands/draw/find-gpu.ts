import { m } from '../../modules/kit/texts/m.ts';
import { requestGpu } from '../browser/web-gpu.ts';

/** GPU support found in this browser. */
export type Gpu =
  | { kind: 'gpu'; name: string; halves: boolean; software: boolean }
  /** WebGPU needs https or localhost. */
  | { kind: 'insecure' }
  /** Neither the browser nor the machine offers a usable GPU. */
  | { kind: 'none' };

export async function findGpu(): Promise<Gpu> {
  if (!window.isSecureContext) return { kind: 'insecure' };
  const adapter = await requestGpu();
  if (!adapter) return { kind: 'none' };
  const { vendor = '', architecture = '', device = '', description = '' } = adapter.info ?? {};
  const name = description || [vendor, device || architecture].filter(Boolean).join(' ');
  return {
    kind: 'gpu',
    name: name || m.stream_draw_unnamed_gpu(),
    halves: adapter.features.has('shader-f16'),
    software: /swiftshader|llvmpipe|software|basic render/i.test(`${vendor} ${architecture} ${name}`),
  };
}
