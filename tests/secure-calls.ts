import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const MODEL_CACHE = 'modules/worker/contract/model-files/model-cache.ts';

/**
 * Browser APIs available only on https and localhost, each with the file that may use it because it handles its
 * absence; null if nothing may. Installations in a private network are opened over plain http.
 */
const HELPERS: Record<string, string | string[] | null> = {
  randomUUID: null,
  subtle: null,
  clipboard: 'islands/browser/copy-text.ts',
  ClipboardItem: null,
  // Models are downloaded in threads started with a GPU or a microphone, which such pages don't have.
  caches: MODEL_CACHE,
  serviceWorker: null,
  wakeLock: 'islands/draw/use-awake.ts',
  mediaDevices: 'islands/browser/capture-devices.ts',
  getUserMedia: 'islands/browser/capture-devices.ts',
  getDisplayMedia: 'islands/stream/camera/capture-screen.ts',
  audioWorklet: ['islands/stream/voice/microphone.ts', 'islands/stream/sound/sound-output.ts'],
  AudioWorkletNode: ['islands/stream/voice/microphone.ts', 'islands/stream/sound/sound-output.ts'],
  requestAdapter: 'islands/browser/web-gpu.ts',
  ImageDecoder: 'islands/stream/frames/decode-jpeg.ts',
  VideoDecoder: ['islands/stream/frames/video-slot.ts', 'islands/admin/sessions/live-watch.tsx'],
  VideoEncoder: null,
  AudioDecoder: 'islands/stream/sound/opus.ts',
  AudioEncoder: null,
  getDirectory: 'islands/dreamboard/selection/archive-file.ts',
  'navigator.storage': ['islands/dreamboard/selection/archive-file.ts', MODEL_CACHE],
  'navigator.locks': null,
  'navigator.credentials': null,
  'navigator.share': 'islands/browser/share-dream.ts',
  'navigator.geolocation': null,
  PublicKeyCredential: null,
  cookieStore: null,
  Notification: null,
  showSaveFilePicker: null,
  showOpenFilePicker: null,
  documentPictureInPicture: null,
};

/** Browser code, except generators that run in a tab, since these start only where a GPU was found. */
const IN_BROWSERS = [
  /^islands\//,
  /^modules\/([^/]+\/contract|kit\/shared|kit\/browser)\//,
  /^modules\/web\/theme\.ts$/,
];
const FOLDERS = ['islands', 'modules'];

/** @returns a sentence for each use of such an API outside its helper */
export function secureCallFaults(root: string): string[] {
  return browserFiles(root).flatMap((file) => {
    const code = withoutComments(readFileSync(join(root, file), 'utf8'));
    return secureCalls(file, code);
  });
}

export function secureCalls(file: string, code: string): string[] {
  return Object.entries(HELPERS).flatMap(([name, helper]) => {
    const helpers = [helper ?? []].flat();
    if (helpers.includes(file) || !patternOf(name).test(code)) return [];
    const cure =
      helpers.length > 0 ? `ask by ${helpers.join(' or ')}` : 'do without, or give it a helper that can';
    return [`${file}: ${name} exists on https and localhost only: ${cure}`];
  });
}

/** Matches any spelling: a property, a destructured name, a string in brackets. */
function patternOf(name: string): RegExp {
  const [holder, property] = name.includes('.') ? name.split('.') : [null, name];
  if (!holder) return new RegExp(`(?<![\\w-])${property}(?![\\w-])`);
  return new RegExp(
    `${holder}\\s*(\\?\\.|\\.|\\[['"\`])\\s*${property}\\b|\\b${property}\\b[^;{}]*}\\s*=\\s*${holder}\\b`,
  );
}

const withoutComments = (source: string) =>
  source.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(?<!:)\/\/.*$/gm, '');

function browserFiles(root: string): string[] {
  return FOLDERS.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
      .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
      .filter((file) => IN_BROWSERS.some((place) => place.test(file))),
  );
}
