import { fold } from '../../kit/shared/fold.ts';
import { formatDate } from '../../kit/texts/format-date.ts';
import { formatDaysAgo } from '../../kit/texts/formats.ts';
import { BASE_LOCALE, currentLocale, inLocale } from '../../kit/texts/locale.ts';

const DAY_MS = 24 * 3600_000;
const MONTHS = Array.from({ length: 12 }, (_, month) => Date.UTC(2026, month, 15));
/** Between the parts of a date in other languages: "3 de março", "3 من مارس". */
const LINKS = /\s(?:of|de|del|du|من)(?=\s)/g;
/** Minimum number of letters for a month's name. */
const FEWEST = 3;

/**
 * Finds the days that a search refers to, in English or the current language. Returns a pattern for SQL's LIKE on
 * `YYYY-MM-DD` (UTC), or null for none. Understands `march`, `Mar 2026`, `2026`, `2026-03`, `3 March 2026`, `March 3rd`,
 * `2026年3月3日`, `2026-03-03T10:00`, `today`, `yesterday`.
 * @param now ms since the epoch
 */
export function daysOf(words: string, now: number): string | null {
  const text = fold(words)
    .trim()
    .replaceAll(',', ' ')
    .replace(/(\d)(?:st|nd|rd|th|er|\.)(?=\s|$)/g, '$1')
    .replace(/\s+/g, ' ')
    .replace(LINKS, '');
  for (const locale of new Set([BASE_LOCALE, currentLocale()])) {
    const found = inLocale(locale, () => namedDay(text, now) ?? namedPattern(text.split(' ')));
    if (found !== null) return found;
  }
  return isoPattern(text) ?? countedPattern(text);
}

function namedDay(text: string, now: number): string | null {
  const ago = [0, 1].find((days) => fold(formatDaysAgo(days)) === text);
  return ago === undefined ? null : dayText(now - ago * DAY_MS);
}

/** Chinese and Japanese dates. */
function countedPattern(text: string): string | null {
  const [all, year, month, day] =
    text.match(/^(?:(\d{4})年)?\s?(?:(\d{1,2})月)?\s?(?:(\d{1,2})[日号])?$/) ?? [];
  return all ? pattern(year, month && Number(month), day && Number(day)) : null;
}

function isoPattern(text: string): string | null {
  const read = text.match(/^(\d{4})(?:-(\d\d)(?:-(\d\d)(?:[t ]\d\d:\d\d[\d:.]*z?)?)?)?$/);
  if (!read) return null;
  const [, year, month, day] = read;
  return pattern(year, month && Number(month), day && Number(day));
}

/** A month's name, with a day, a year or both on either side. */
function namedPattern(parts: string[]): string | null {
  const at = parts.findIndex((part) => monthOf(part) > 0);
  const others = parts.filter((_, index) => index !== at);
  const years = others.filter((part) => /^\d{4}$/.test(part));
  const days = others.filter((part) => /^\d{1,2}$/.test(part));
  if (at < 0 || years.length > 1 || days.length > 1) return null;
  if (years.length + days.length < others.length) return null;
  return pattern(years[0], monthOf(parts[at] ?? ''), days[0] && Number(days[0]));
}

/** 1–12, or 0 if it isn't a month. */
function monthOf(part: string): number {
  if (part.length < FEWEST) return 0;
  return (
    1 + MONTHS.findIndex((at) => fold(formatDate(at, { month: 'long', timeZone: 'UTC' })).startsWith(part))
  );
}

function pattern(year = '____', month?: number | '', day?: number | ''): string | null {
  if (month && (month < 1 || month > 12)) return null;
  if (day && (day < 1 || day > 31)) return null;
  if (month === 0 || day === 0) return null;
  return `${year}-${month ? twoDigits(month) : '__'}-${day ? twoDigits(day) : '__'}`;
}

const twoDigits = (n: number) => String(n).padStart(2, '0');

const dayText = (at: number) => new Date(at).toISOString().slice(0, 10);
