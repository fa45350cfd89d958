import { z } from 'zod';
import { withoutEndSlashes } from '../shared/trim.ts';
import { m } from '../texts/m.ts';
import { type AddressRules, readAddress } from './setting-address.ts';

/** A setting: how to parse it, and its row in the table of settings. */
export interface Setting<T extends z.ZodType = z.ZodType> {
  schema: T;
  /** The default, or a description of it; “–” for none. */
  shown: string | (() => string);
  doc: () => string;
  /** Never shown on a page or stored in clear text. */
  isSecret: boolean;
}

export const setting = <T extends z.ZodType>(
  schema: T,
  shown: Setting['shown'],
  doc: Setting['doc'],
): Setting<T> => ({
  schema,
  shown,
  doc,
  isSecret: false,
});

/** A key, a password, or a URL that contains one. */
export const secret = <T extends z.ZodType>(
  schema: T,
  shown: Setting['shown'],
  doc: Setting['doc'],
): Setting<T> => ({
  ...setting(schema, shown, doc),
  isSecret: true,
});

/** Parsed values of a group of settings. */
export type SettingsOf<T extends Record<string, Setting>> = z.output<
  z.ZodObject<{ [K in keyof T]: T[K]['schema'] }>
>;

/** The environment before validation; an empty value counts as unset. */
export type Given = Readonly<Record<string, string | undefined>>;

/** Some readers of env files (`docker --env-file`) keep the quotes around a value; shells and others drop them. */
export const withoutQuotes = (value: string): string =>
  /^(["']).*\1$/s.test(value) && value.length > 1 ? value.slice(1, -1).trim() : value;

/** Reports a setting that conflicts with others. */
export type ReportFault = (name: string, fault: string) => void;

/** One line, because values end up in mail headers, logs, pages and settings files. */
export const text = z
  .string()
  .trim()
  .min(1)
  .refine((value) => !/[\p{Cc}\u2028\u2029]/u.test(value), { error: m.kit_setting_one_line });

/** A key, token or id sent in HTTP headers: printable ASCII. */
export const key = text.superRefine((value, context) => {
  const foreign = [...value].find((character) => !/^[ -~]$/.test(character));
  if (foreign === undefined) return;
  const code = `U+${foreign.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}`;
  const isVisible = /^[\p{L}\p{N}\p{P}\p{S}]$/u.test(foreign);
  context.addIssue({
    code: 'custom',
    message: isVisible
      ? m.kit_setting_foreign_character({ character: foreign, code })
      : m.kit_setting_invisible_character({ code }),
  });
});

/** A URL that follows these rules, without trailing slashes. */
export const address = (rules: AddressRules) =>
  text.transform((value, context) => {
    const read = readAddress(value, rules);
    if (typeof read !== 'string') return withoutEndSlashes(value);
    context.addIssue({ code: 'custom', message: read });
    return z.NEVER;
  });

const WEB = ['http', 'https'];

/** A base URL to which requests append their paths. */
export const webUrl = address({ schemes: WEB, path: true });

/** A URL that people open. */
export const webLink = address({ schemes: WEB, path: true, query: true, fragment: true });

/** An origin such as https://dreams.example. */
export const origin = address({ schemes: WEB }).transform((value) => new URL(value).origin);

export const whole = (min: number, max: number) =>
  z
    .string()
    .trim()
    .regex(/^\d+$/, { error: m.kit_setting_whole })
    .transform(Number)
    .refine((value) => value >= min && value <= max, {
      error: () => m.kit_setting_between({ min: String(min), max: String(max) }),
    });

export const flag = z
  .string()
  .trim()
  .toLowerCase()
  .refine((value) => ['on', 'off', 'true', 'false', '1', '0', 'yes', 'no'].includes(value), {
    error: m.kit_setting_on_off,
  })
  .transform((value) => ['on', 'true', '1', 'yes'].includes(value));

/** Long enough not to be guessed. */
export const token = key.min(16, { error: () => m.kit_setting_token({ limit: 16 }) });

export function isLoopback(url: string): boolean {
  return URL.canParse(url) && ['localhost', '127.0.0.1', '[::1]'].includes(new URL(url).hostname);
}

/** For a host name or address without brackets. */
export const isLoopbackHost = (host: string): boolean =>
  isLoopback(`http://${host.includes(':') ? `[${host}]` : host}`);
