import { z } from 'zod';

/** One setting: how it is read from the environment, and the line that the table of settings shows for it. */
export interface Setting<T extends z.ZodType = z.ZodType> {
  schema: T;
  /** what the table prints in its default column */
  shown: string;
  doc: string;
}

export const setting = <T extends z.ZodType>(schema: T, shown: string, doc: string): Setting<T> => ({
  schema,
  shown,
  doc,
});

/** What a group of settings reads as. */
export type SettingsOf<T extends Record<string, Setting>> = z.output<
  z.ZodObject<{ [K in keyof T]: T[K]['schema'] }>
>;

/** The environment before it is judged; a name that is set to an empty text is not set. */
export type Given = Readonly<Record<string, string | undefined>>;

/** Notes what is wrong with a setting beside others. */
export type TellFault = (name: string, fault: string) => void;

export const text = z.string().trim().min(1);

export const webUrl = text
  .refine((value) => /^https?:\/\//.test(value) && URL.canParse(value), 'must be an http(s) URL')
  .transform((value) => value.replace(/\/+$/, ''));

export const origin = webUrl.refine((value) => {
  const url = new URL(value);
  return url.pathname === '/' && url.search === '' && url.hash === '';
}, 'must be an origin such as https://dreams.example, without a path');

export const whole = (min: number, max: number) =>
  z
    .string()
    .trim()
    .regex(/^\d+$/, 'must be a whole number')
    .transform(Number)
    .refine((value) => value >= min && value <= max, `must be between ${min} and ${max}`);

export const flag = z
  .string()
  .trim()
  .toLowerCase()
  .refine(
    (value) => ['on', 'off', 'true', 'false', '1', '0', 'yes', 'no'].includes(value),
    'must be on or off',
  )
  .transform((value) => ['on', 'true', '1', 'yes'].includes(value));

/** A token that others could guess is none. */
export const token = text.min(16, 'must have at least 16 characters');

export function isLoopback(url: string): boolean {
  return URL.canParse(url) && ['localhost', '127.0.0.1', '[::1]'].includes(new URL(url).hostname);
}
