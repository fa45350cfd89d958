import { parseJson } from '../parse-json.ts';

const WORDS_MAX = 300;
const UNREAD = ['style', 'script', 'title'];

/** A server's error response as one short line for the log: its message if it has one, without markup and keys. */
export function serverErrorText(body: string): string {
  return (messageIn(body) ?? withoutMarkup(body))
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .replace(/\b(?:sk|pk|key|hf|gsk|xai)[-_][\w-]{8,}|\bBearer\s+\S+/gi, '…')
    .trim()
    .slice(0, WORDS_MAX);
}

/** Strips tags, and the content of `UNREAD` elements. */
function withoutMarkup(html: string): string {
  // Not toLowerCase() on everything: it turns some characters into two, which would shift the indexes.
  const lower = html.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
  const lastClosing = new Map(UNREAD.map((name) => [name, lower.lastIndexOf(`</${name}>`)]));
  let text = '';
  let from = 0;
  for (let at = html.indexOf('<'); at >= 0; at = html.indexOf('<', from)) {
    const unread = UNREAD.find((name) => lower.startsWith(name, at + 1));
    const isClosed = unread !== undefined && (lastClosing.get(unread) ?? -1) > at;
    const end = html.indexOf('>', isClosed ? lower.indexOf(`</${unread}>`, at) : at);
    if (end < 0) break;
    text += `${html.slice(from, at)} `;
    from = end + 1;
  }
  return text + html.slice(from);
}

const messageIn = (body: string): string | null => messageOf(parseJson(body));

/**
 * Error formats: {error: {message}} (OpenAI), {error} (Ollama), {detail} (FastAPI), {error_description} (OAuth),
 * {message} (others).
 */
function messageOf(value: unknown): string | null {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map(messageOf).filter(Boolean).join(' ') || null;
  if (typeof value !== 'object' || value === null) return null;
  const { error, error_description, detail, message, msg, loc } = value as Record<string, unknown>;
  const own = messageOf(error_description ?? message ?? msg ?? detail);
  const place = Array.isArray(loc) ? `${loc.join('.')}: ` : '';
  const outer = typeof error === 'string' && own ? `${error}: ` : '';
  return own ? `${outer}${place}${own}` : messageOf(error);
}
