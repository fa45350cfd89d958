/** Quotation marks and corner brackets that Unicode classifies as brackets. Text inside them was spoken. */
const QUOTES = '„‚〝〞〟「」『』﹁﹂﹃﹄｢｣';
const OPENS = new RegExp(`^(?![${QUOTES}])[\\p{Ps}<＜]`, 'u');
const CLOSES = new RegExp(`^(?![${QUOTES}])[\\p{Pe}>＞]`, 'u');
/** Text between two of these is kept or dropped whole. */
const MARK = /([\p{Ps}\p{Pe}<＜>＞*＊])/u;
const NOTE = '[♩♪♫♬🎵🎶🎼]';

/**
 * Drops the sound descriptions that speech models put in brackets or between notes: "[BLANK_AUDIO]", "（音楽）", "♪ la la
 * ♪".
 */
export function withoutSounds(text: string): string {
  return withoutSongs(withoutBrackets(text)).replace(/\s+/g, ' ').trim();
}

/** An unclosed bracket removes the rest too: the model was cut off there. */
function withoutBrackets(text: string): string {
  let kept = '';
  let depth = 0;
  let inStars = false;
  for (const part of text.split(MARK)) {
    if (part === '*' || part === '＊') inStars = !inStars;
    else if (OPENS.test(part)) depth++;
    else if (CLOSES.test(part)) depth = Math.max(0, depth - 1);
    else if (depth === 0 && !inStars) {
      kept += part;
      continue;
    }
    kept += ' ';
  }
  return kept;
}

function withoutSongs(text: string): string {
  return text
    .replace(new RegExp(`${NOTE}[^]*?${NOTE}`, 'gu'), ' ')
    .replace(new RegExp(`^\\s*${NOTE}[^]*$`, 'u'), ' ')
    .replace(new RegExp(NOTE, 'gu'), ' ');
}
