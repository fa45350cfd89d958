import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { generatedSecret } from '../../modules/kit/settings/generated-secret.ts';
import { replaceFile } from '../../modules/kit/storage/replace-file.ts';
import { m } from '../../modules/kit/texts/m.ts';
import { isSecretSetting } from '../config.ts';
import { isKeptName, keptFault } from './kept-names.ts';

/** Files in DATA_DIR: the settings from the set-up page, and the key that encrypts their secrets. */
export const SETTINGS_FILE = 'settings.json';
export const SETTINGS_KEY_FILE = 'settings.key';
/** Far above every setting twice at its maximum length; a foreign archive may contain anything. */
const MAX_FILE_BYTES = 10_000_000;

/** Values of settings by name, as in an environment. */
export type Texts = Readonly<Record<string, string>>;

export interface KeptSettings {
  texts: Texts;
  /** The previous settings, kept until a start has succeeded with `texts`. */
  previous: Texts | null;
  /** The last settings that kept the program from starting. */
  refused: Refusal | null;
}

export interface Refusal {
  /** In ms since the epoch. */
  at: number;
  /** The start's error message. */
  why: string;
  names: string[];
}

/** An entry that the settings file isn't allowed to set. */
export interface IgnoredSetting {
  name: string;
  fault: string;
}

/** The message gives cause and cure. */
export class KeptSettingsFault extends Error {}

const NONE: KeptSettings = { texts: {}, previous: null, refused: null };

const texts = z.record(z.string(), z.union([z.string(), z.object({ encrypted: z.string() })]));
const fileSchema = z.object({
  format: z.literal(1),
  settings: texts,
  previous: texts.nullable(),
  refused: z.object({ at: z.number(), why: z.string(), names: z.array(z.string()) }).nullable(),
});

/**
 * @param onIgnored called for each entry that the file isn't allowed to set; it counts as unset
 * @throws KeptSettingsFault if the file, or a secret in it, can't be read
 */
export function readKeptSettings(
  dataDir: string,
  onIgnored: (ignored: IgnoredSetting) => void = () => {},
): KeptSettings {
  const path = join(dataDir, SETTINGS_FILE);
  if (!existsSync(path)) return NONE;
  let file: z.infer<typeof fileSchema>;
  try {
    if (statSync(path).size > MAX_FILE_BYTES) throw new Error('it is too large');
    file = fileSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch (cause) {
    throw new KeptSettingsFault(m.settings_file({ path }), { cause });
  }
  const open = (given: z.infer<typeof texts>) =>
    Object.fromEntries(
      Object.entries(given).flatMap(([name, value]) => {
        const isReadable = typeof value === 'string' || !isKeptName(name);
        const text = isReadable ? String(value) : decrypt(dataDir, name, value.encrypted);
        const fault = keptFault(name, text);
        if (fault) onIgnored({ name, fault });
        return fault ? [] : [[name, text]];
      }),
    );
  return {
    texts: open(file.settings),
    previous: file.previous && open(file.previous),
    refused: file.refused,
  };
}

/** Replaces the whole file. Secrets are encrypted. */
export function writeKeptSettings(dataDir: string, { texts, previous, refused }: KeptSettings): void {
  const close = (given: Texts) =>
    Object.fromEntries(
      Object.entries(given).map(([name, value]) => [
        name,
        isSecretSetting(name) ? { encrypted: encrypt(dataDir, name, value) } : value,
      ]),
    );
  const file: z.infer<typeof fileSchema> = {
    format: 1,
    settings: close(texts),
    previous: previous && close(previous),
    refused,
  };
  replaceFile(join(dataDir, SETTINGS_FILE), `${JSON.stringify(file, null, 2)}\n`);
}

/** Identifies a state of the settings, so that a change can name the state it is based on. */
export const revisionOf = (texts: Texts): string =>
  createHash('sha256')
    .update(JSON.stringify(Object.entries(texts).toSorted(([a], [b]) => (a < b ? -1 : 1))))
    .digest('base64url')
    .slice(0, 16);

const ALGORITHM = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

const keyOf = (dataDir: string) =>
  createHash('sha256').update(generatedSecret(dataDir, SETTINGS_KEY_FILE)).digest();

/** Nonce, tag and ciphertext in base64; the setting's name is authenticated too. */
function encrypt(dataDir: string, name: string, text: string): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(ALGORITHM, keyOf(dataDir), iv).setAAD(Buffer.from(name));
  const bytes = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), bytes]).toString('base64');
}

function decrypt(dataDir: string, name: string, encrypted: string): string {
  const bytes = Buffer.from(encrypted, 'base64');
  try {
    const decipher = createDecipheriv(ALGORITHM, keyOf(dataDir), bytes.subarray(0, IV_BYTES))
      .setAAD(Buffer.from(name))
      .setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
    return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]).toString(
      'utf8',
    );
  } catch (cause) {
    throw new KeptSettingsFault(
      m.settings_file_secret({
        name,
        path: join(dataDir, SETTINGS_FILE),
        key: SETTINGS_KEY_FILE,
        file: SETTINGS_FILE,
      }),
      { cause },
    );
  }
}
