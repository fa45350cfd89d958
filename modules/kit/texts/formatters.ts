import { codedFormatter, isCoded } from './in-codes.ts';
import { formatLocale } from './locale.ts';

const kept: Record<string, unknown> = {};

/** A formatter in the current language and region. They are expensive to construct, so they are kept by language, kind and options. */
export function formatter<T, O>(Format: new (locale: string, options: O) => T, options: O): T {
  if (isCoded()) return codedFormatter(Format, options);
  const key = formatLocale() + Format.name + JSON.stringify(options);
  kept[key] ??= new Format(formatLocale(), options);
  return kept[key] as T;
}
