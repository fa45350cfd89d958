import type { RuntimeUrls } from '../../../watermark/contract/trustmark/graphs.ts';

const DIST = new URL('.', import.meta.resolve('onnxruntime-web/webgpu')).href;
const BINARY = `${DIST}ort-wasm-simd-threaded.asyncify`;

/** ONNX Runtime's browser build, which every installation includes; the native build is a 290 MB download. */
export const RUNTIME: RuntimeUrls = { mjs: `${BINARY}.mjs`, wasm: `${BINARY}.wasm` };
