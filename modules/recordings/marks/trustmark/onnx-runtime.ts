import type { RuntimeUrls } from '../../../watermark/shared/trustmark/graphs.ts';

const DIST = new URL('.', import.meta.resolve('onnxruntime-web/webgpu')).href;
const BINARY = `${DIST}ort-wasm-simd-threaded.asyncify`;

/** ONNX Runtime's build for browsers is part of every installation; the native one is a download of 290 MB. */
export const RUNTIME: RuntimeUrls = { mjs: `${BINARY}.mjs`, wasm: `${BINARY}.wasm` };
