import { codedFormatter, isCoded } from './in-codes.ts';
import { formatLocale } from './locale.ts';

/** Options of stored texts come from workers, too. */
const MAX_KEPT = 999;

let kept = new Map<string, unknown>();

/** A formatter in the current language and region. They are expensive to construct, so they are kept by language, kind and options. */
export function formatter<T, O>(Format: new (locale: string, options: O) => T, options: O): T {
  if (isCoded()) return codedFormatter(Format, options);
  const key = formatLocale() + Format.name + JSON.stringify(options);
  if (kept.size > MAX_KEPT) kept = new Map();
  const made = kept.get(key) ?? spaced(new Format(formatLocale(), options));
  kept.set(key, made);
  return made as T;
}

/** Chinese units are written like the texts around them, with a space: "30 天". */
function spaced<T>(made: T): T {
  if (!(made instanceof Intl.NumberFormat)) return made;
  const { locale, style } = made.resolvedOptions();
  if (style !== 'unit' || !locale.startsWith('zh')) return made;
  const format = (value: number) => made.format(value).replace(/(?<=\d)(?=\p{Script=Han})/u, ' ');
  return { format } as T;
}
