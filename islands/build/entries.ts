/** Plain scripts without React: `page` is on every page, the rest only where a page adds them. */
export const SCRIPTS = [
  'page',
  'await-film',
  'copy',
  'download',
  'passkey',
  'promo',
  'settings',
  'success',
  'tokens',
];

/**
 * Small shared modules, combined into one file for all pages and one for islands; the bundler would otherwise make each
 * a request of a few hundred bytes.
 */
export const OF_ALL = [
  'modules/kit/browser/api.ts',
  'islands/browser/copy-text.ts',
  'islands/page/sign-out.ts',
  'modules/kit/shared/dates.ts',
];
export const OF_ISLANDS = [
  'islands/browser/capture-devices.ts',
  'islands/browser/rate-text.ts',
  'islands/browser/restore-dreams.ts',
  'islands/browser/retry-after-failure.ts',
  'islands/browser/lock-landscape.ts',
  'islands/ui/banner.tsx',
  'islands/ui/clock-text.ts',
  'islands/ui/dialogs.ts',
  'islands/ui/boundary.tsx',
  'islands/ui/icons.tsx',
  'islands/ui/ideas.ts',
  'islands/ui/local-time.tsx',
  'islands/ui/modal.tsx',
  'islands/browser/new-id.ts',
  'islands/browser/stored.ts',
  'islands/ui/use-copy.ts',
  'islands/ui/use-hydrated.ts',
  'islands/ui/use-keys.ts',
  'islands/ui/use-later.ts',
  'islands/ui/use-share.ts',
  'islands/ui/share-button.tsx',
  'islands/browser/feedback.ts',
  'islands/browser/web-gpu.ts',
  'islands/dreamboard/selection/about.ts',
  'islands/stream/voice/describe-download.ts',
  'modules/dreams/contract/limits.ts',
  'modules/dreams/contract/names.ts',
  'modules/dreams/contract/source-type.ts',
  'modules/protocol/format.ts',
  'modules/protocol/limits.ts',
  'modules/stream/contract/limits.ts',
  'modules/kit/shared/escape-html.ts',
  'modules/kit/texts/format.ts',
  'modules/kit/texts/formats.ts',
  'modules/kit/texts/isolate.ts',
  'modules/kit/texts/rich.ts',
  'modules/kit/texts/sentences.ts',
];

/** One file, because nothing else of ours is on other sites' pages. */
export const EMBED_LIVE = 'islands/page/embed-live.ts';

/** Worker threads and worklets. */
export const FRAME_WORKER = 'islands/stream/frames/frame-worker.ts';
export const VOICE_WORKER = 'islands/stream/voice/voice-worker.ts';
export const WHISPER_THREAD = 'modules/voice/web/whisper-thread.ts';
export const CAPTURE_WORKLET = 'islands/stream/voice/capture-worklet.ts';
export const SOUND_WORKER = 'islands/stream/sound/sound-worker.ts';
export const SOUND_WORKLET = 'islands/stream/sound/sound-worklet.ts';
export const DRAW_WORKER = 'modules/worker/diffusion/web/draw-worker.ts';
export const ENGINE_WORKER = 'modules/worker/diffusion/web/engine-worker.ts';
export const CHECK_WORKER = 'islands/check/check-worker.ts';
/** The ONNX runtime is also served from here, because our CSP would block a CDN. */
export const ONNX_RUNTIME = 'node_modules/onnxruntime-web/dist/ort-wasm-simd-threaded.asyncify';

/** The content credentials reader, only loaded on the page that checks files. */
export const C2PA_READER = 'node_modules/@contentauth/c2pa-wasm/pkg/c2pa_bg.wasm';

export const scriptEntry = (name: string) => `islands/page/${name}.ts`;

/** The entry of an island. */
export const islandEntry = (name: string) => `islands/${name}/${name}.tsx`;
