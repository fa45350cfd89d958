const WORDS_MAX = 20;

/**
 * What an assistant may say to the generator: one line of at most 20 words without end punctuation. Models chat,
 * quote and reason aloud, so the rule is applied to whatever they answer.
 * @returns null when nothing is left to say
 */
export function applyOutputRule(answer: string): string | null {
  const line = answer
    .replace(/<think>[\s\S]*?(<\/think>|$)/gi, ' ')
    .split(/[\r\n\u2028\u2029]+/)
    .map(unwrap)
    .find((text) => /[\p{L}\p{N}]/u.test(text));
  if (!line) return null;
  const words = line.split(' ').slice(0, WORDS_MAX).join(' ');
  return words.replace(/[\s.,;:!?…。！？、"'”’»*_`-]+$/u, '') || null;
}

/** One line without list marks, quotes, emphasis and blanks around it. */
function unwrap(line: string): string {
  return line
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .replace(/^(?:[-*•>#]+|\d+[.)])\s+/, '')
    .replace(/^(?:prompt|answer|output)\s*:\s*/i, '')
    .replace(/^["'“”‘’«»*_`]+/, '')
    .trim();
}
