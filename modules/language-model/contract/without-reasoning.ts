const NAME = '(?:\\w+:)?(?:think|thinking|thoughts?|reason|reasoning|reflection|analysis|scratchpad|details)';
const OPENING = new RegExp(`<${NAME}\\b[^<>]*>`, 'i');
const CLOSING = new RegExp(`</${NAME}\\s*>`, 'gi');

/** End-of-turn tokens. Some models run on and play the user's part. */
const END =
  /<\|(?:im_end|eot_id|eom_id|end|endoftext|end_of_text|return|end_of_solution|END_RESPONSE)\|>|<\/s>|<end_of_turn>|<eos>|\[\/INST\]/i;

/**
 * Strips reasoning and control tokens from a model's answer. Servers should separate reasoning, but many don't: the
 * opening tag may be in the question with only the closing one in the answer, or the answer may be cut off before it
 * starts.
 * @returns blank if the model didn't get past its reasoning
 */
export function withoutReasoning(answer: string): string {
  const text = asTags(finalChannel(answer));
  const closing = [...text.matchAll(CLOSING)].at(-1);
  const after = closing ? beforeOpening(text.slice(closing.index + closing[0].length)) : '';
  const said = hasWords(after) ? after : beforeOpening(text);
  // Text before a lone closing tag isn't the answer.
  const kept = closing && said !== after && !OPENING.test(text) ? '' : said;
  return untilEnd(kept.replace(/^\s*<\|im_start\|>\s*assistant/i, '')).replace(/<\|[^<>|]*\|>/g, ' ');
}

const hasWords = (text: string) => /[\p{L}\p{N}]/u.test(text);

function beforeOpening(text: string): string {
  const at = text.search(OPENING);
  return at < 0 ? text : text.slice(0, at);
}

function untilEnd(text: string): string {
  const parts = text.split(END);
  return parts.find(hasWords) ?? '';
}

/** Harmony, the format of gpt-oss, with or without its markers. */
function finalChannel(answer: string): string {
  if (/<\|channel\|>/.test(answer)) {
    const final = answer.split(/<\|channel\|>\s*final\b[^<]*(?:<\|constrain\|>[^<]*)?<\|message\|>/i);
    return final.length > 1 ? (final.at(-1) ?? '') : '';
  }
  const bare = answer.match(/^\s*analysis\S[\s\S]*?assistant\s*final([\s\S]*)$/);
  if (bare) return bare[1] ?? '';
  return /^\s*analysis[A-Z]/.test(answer) ? '' : answer;
}

/** Converts other model families' reasoning markers into tags. */
function asTags(text: string): string {
  const thought = '(?:think|thinking|thoughts?|reasoning)';
  return text
    .replace(/here is my thought process:/i, '<think>')
    .replace(/here is my response:/i, '</think>')
    .replace(new RegExp(`[[◁](/?${thought})[\\]▷]`, 'gi'), '<$1>')
    .replace(new RegExp(`<\\|(?:begin|start)_(?:of_)?${thought}\\|>`, 'gi'), '<think>')
    .replace(new RegExp(`<\\|end_(?:of_)?${thought}\\|>`, 'gi'), '</think>')
    .replace(/<\|channel>\s*\w+/g, '<think>')
    .replace(/<channel\|>/g, '</think>');
}
