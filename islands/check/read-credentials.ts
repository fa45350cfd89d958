import init, { WasmReader } from '@contentauth/c2pa-wasm';
import type { Credentials, FilePrompt, Signers } from './check-messages.ts';

/** Maximum prompts shown. */
const MOST_PROMPTS = 300;
const MOST_CHARS = 1_000;

/** Assertions about a dream: everything its site knows, or only its prompts. */
const DREAM_LABEL = 'org.reverie.dream';
const PROMPTS_LABEL = 'org.reverie.prompts';

let ready: Promise<unknown> | null = null;

/** The reader failed to load: no connection, or the file no longer exists. */
export class ReaderMissing extends Error {}

/**
 * Content credentials of a file, and whether they hold.
 * @param wasm address of the reader, which is fetched with the first file
 * @returns null if it has none. @throws ReaderMissing; Error for credentials that can't be read
 */
export async function readCredentials(
  file: Blob,
  format: string,
  wasm: string,
  { anchors, serials }: Signers,
): Promise<Credentials | null> {
  ready ??= init({ module_or_path: wasm });
  try {
    await ready;
  } catch (error) {
    ready = null;
    throw new ReaderMissing('the reader of content credentials was not fetched', { cause: error });
  }
  const context = JSON.stringify({
    trust: anchors ? { user_anchors: anchors, allowed_list: anchors } : {},
    // A file must not make this browser contact anyone.
    verify: { verify_trust: true, ocsp_fetch: false, remote_manifest_fetch: false },
  });
  const reader = await WasmReader.fromBlob(format, file, context).catch((error: unknown) => {
    if (/JumbfNotFound/.test(String(error))) return null;
    throw error;
  });
  if (!reader) return null;
  try {
    return describe(reader.manifestStore(), serials);
  } finally {
    reader.free();
  }
}

/** @param store as reported by c2pa-rs; everything except the verdict comes from the file */
function describe(store: unknown, serials: readonly string[]): Credentials | null {
  const manifest = at(at(store, 'manifests'), text(at(store, 'active_manifest')) ?? '');
  if (!manifest) return null;
  const results = at(at(store, 'validation_results'), 'activeManifest');
  const codes = (outcome: 'success' | 'failure') =>
    list(at(results, outcome)).flatMap((one) => text(at(one, 'code')) ?? []);
  const faults = codes('failure').filter((code) => code !== 'signingCredential.untrusted');
  const state = text(at(store, 'validation_state'));
  const signature = at(manifest, 'signature_info');
  // Also for a file changed afterwards: the signature is still the signer's if it is valid.
  const isKnown = ['signingCredential.trusted', 'claimSignature.validated'].every((code) =>
    codes('success').includes(code),
  );
  const assertion = (label: string) =>
    at(
      list(at(manifest, 'assertions')).find((one) => at(one, 'label') === label),
      'data',
    );
  const dream = assertion(DREAM_LABEL);
  const actions = list(at(assertion('c2pa.actions.v2') ?? assertion('c2pa.actions'), 'actions'));
  const made = actions.find((one) => at(one, 'digitalSourceType') !== undefined) ?? actions[0];
  return {
    state: state === 'Trusted' || state === 'Valid' ? 'unchanged' : stateOf(faults),
    isKnown,
    isOwn: isKnown && serials.includes(text(at(signature, 'cert_serial_number')) ?? ''),
    issuer: text(at(signature, 'issuer')),
    name: text(at(signature, 'common_name')),
    stampedAt: text(at(signature, 'time')),
    createdAt: text(at(made, 'when')),
    sourceType: text(at(made, 'digitalSourceType')),
    generator: program(at(made, 'softwareAgent')),
    signedWith: program(list(at(manifest, 'claim_generator_info'))[0]),
    model: text(at(dream, 'model')),
    licence: text(at(dream, 'licence')),
    seed: number(at(dream, 'seed')),
    prompts: promptsIn(assertion(PROMPTS_LABEL) ?? at(dream, 'prompts')),
    madeFrom: list(at(manifest, 'ingredients')).flatMap((one) => text(at(one, 'title')) ?? []),
    faults: [...new Set(faults)],
  };
}

/** A hash mismatch means a change; any other fault is the signature's. */
const stateOf = (faults: readonly string[]) =>
  faults.some((code) => code.endsWith('.mismatch')) ? 'changed' : 'broken';

const promptsIn = (prompts: unknown): FilePrompt[] =>
  list(prompts)
    .slice(0, MOST_PROMPTS)
    .flatMap((prompt) => {
      const words = text(at(prompt, 'text'));
      return words === null
        ? []
        : [{ text: words, seconds: number(at(prompt, 'seconds')), frame: number(at(prompt, 'frame')) }];
    });

/** A program and its version. Older claims have plain text. */
function program(agent: unknown): string | null {
  const name = text(agent) ?? text(at(agent, 'name'));
  return name && [name, text(at(agent, 'version'))].filter(Boolean).join(' ');
}

const at = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined;
const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const text = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? value.slice(0, MOST_CHARS) : null;
const number = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) ? value : null;
