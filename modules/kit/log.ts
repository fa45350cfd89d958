import { englishText } from './texts/codes.ts';
import { withoutTokens } from './without-tokens.ts';

/** Structured log: one JSON line per event on stderr. */
export interface Log {
  debug(event: string, more?: Record<string, unknown>): void;
  info(event: string, more?: Record<string, unknown>): void;
  warn(event: string, more?: Record<string, unknown>): void;
  error(event: string, more?: Record<string, unknown>): void;
}

const LEVELS = ['debug', 'info', 'warn', 'error'] as const;
export type LogLevel = (typeof LEVELS)[number];

export function createLog(
  least: LogLevel,
  write: (line: string) => void = (line) => process.stderr.write(line),
): Log {
  const at = (level: LogLevel) => {
    if (LEVELS.indexOf(level) < LEVELS.indexOf(least)) return () => {};
    return (event: string, more: Record<string, unknown> = {}) => {
      const entry = { time: new Date().toISOString(), level, event: englishText(event), ...plain(more) };
      write(`${withoutTokens(JSON.stringify(entry))}\n`);
    };
  };
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
}

function plain(more: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(more).map(([key, value]) => [key, plainValue(value)]));
}

/** JSON.stringify would print an Error as {}, because its members aren't enumerable. */
function plainValue(value: unknown): unknown {
  if (value instanceof Error) return describeError(value);
  return typeof value === 'string' ? englishText(value) : value;
}

/** An error's message, stack and cause, but no other members: libraries store request data there. */
export function describeError(error: Error): string {
  const cause = error.cause instanceof Error ? ` ← ${withoutParams(error.cause, error.cause.message)}` : '';
  return englishText(`${withoutParams(error, error.stack ?? error.message)}${cause}`);
}

/** Drops the query parameters that drizzle adds to its messages, because they may contain personal data. */
const withoutParams = (error: Error, text: string): string =>
  'params' in error ? text.replaceAll(`\nparams: ${error.params}`, '') : text;
