/** Labels that models put before a colon, in the languages people dream in. */
const LABEL_WORDS =
  'prompts?|titles?|names?|answers?|output|results?|response|scene|description|suggestion|option|idea|caption|assistant|ai|' +
  'titel|vorschlag|antwort|ergebnis|beschreibung|szene|titre|nom|réponse|résultat|scène|proposition|título|nombre|respuesta|resultado|escena|propuesta|descripción|' +
  'プロンプト|タイトル|題名|回答|答え|提案|説明';
const BEFORE_LABEL =
  "(?:the|your|my|an?|le|la|el|l[’']|der|die|das|dein|ihr|votre|ton|tu|su|final|improved|new|next|updated|enhanced|revised|rewritten|suggested|proposed|short|video|image|dream|finaler?|neuer?|nouveau|nouvelle|nuevo|nueva)";
const LABEL = new RegExp(
  `^(?:${BEFORE_LABEL}\\s*){0,4}(?:${LABEL_WORDS})(?:\\s*(?:#?\\d+|\\([^)]*\\)))?(?:\\s+(?:is|would be|could be|lautet|ist|est|es|sería))?\\s*[:：]\\s*`,
  'iu',
);

/** A friendly opening that isn't part of the answer. */
const GREETING =
  /^(?:sure(?: thing)?|certainly|of course|absolutely|okay|ok|alright|great(?=!)|great (?:choice|idea)|got it|understood|no problem|gladly|yes|here you (?:go|are)|(?:i(?:['’]d| would) be )?(?:happy|glad) to help[^.!:]{0,40}|klar|natürlich|gerne?|selbstverständlich|sicher|verstanden|bien sûr|d['’]accord|certainement|avec plaisir|entendu|¡?claro(?: que sí)?|¡?por supuesto|desde luego|con gusto|vale|もちろん(?:です)?|はい|承知(?:しま|いたしま)した|わかりました|かしこまりました|了解(?:です|しました)?)\s*[!！,，.。、:：…]+\s*/iu;
const ANNOUNCEMENT =
  /^(?:here(?:['’]?s| is| are)|hier (?:ist|sind|kommt)|voici|voilà|aquí (?:tienes|está|va)|i(?:['’]d| would) suggest|how about|let['’]s try|こちら|以下|次の)[^:：]{0,100}[:：]\s*/iu;

const REFUSAL =
  /^(?:i(?:['’]m| am) (?:very |so |really )?(?:sorry|afraid|unable|not able)|(?:my )?apologies|sorry\b|i (?:can(?:['’]t|not| not)|won['’]t|will not|am unable to) (?:help|assist|create|generate|provide|comply|fulfil|do|answer|write|produce|continue|discuss|support|make|engage|classify|evaluate|process|respond|read|rate)|as an ai\b|(?:es )?tut mir (?:sehr )?leid|entschuldigung|ich kann (?:das|dir|ihnen|dabei|diese[mnrs]?|leider|hierbei)|(?:je suis )?(?:vraiment )?désolée?|je ne peux pas|lo siento|no puedo|mi dispiace|non posso|het spijt me|ik kan (?:je|u|dat|dit|hier|daar|niet)|desculpe|sinto muito|não posso|извините|простите|к сожалению|я не могу|抱歉|很抱歉|对不起|對不起|我无法|我無法|我不能|죄송|미안하지만|도와드릴 수 없|申し訳|すみません|ごめんなさい|お手伝いできません)/iu;
/** Words found somewhere in a refusal that doesn't start as one. */
const DECLINES =
  /\b(?:can(?:no|['’])t|unable to|won['’]t|(?:must|have to)(?: \w+)? decline|decline to|refuse to|not (?:able|allowed|comfortable)|sorry|apologi[sz]e|(?:violates?|against) (?:\w+ ){0,3}(?:policy|policies|guidelines))\b/i;

/** True if the model declines the request. */
export const isDeclining = (text: string): boolean => REFUSAL.test(text.trim()) || DECLINES.test(text);

const NOTHING = /^(?:null|none|n\/a|undefined|nil)$/i;

const hasWords = (text: string) => /[\p{L}\p{N}]/u.test(text);

/**
 * The first actual answer in a text that may also greet, announce, label, quote, list or explain it.
 * @returns one line, or null if there is none or the model declines
 */
export function firstAnswer(text: string): string | null {
  const inside = insideTag(insideFence(text));
  const lines = inside
    .split(/[\r\n\u2028\u2029]+/)
    .map(withoutMarks)
    .filter(hasWords);
  // If a later line has a label, what comes before only introduced it.
  const labelled = lines.find((line) => LABEL.test(line) && hasWords(line.replace(LABEL, '')));
  const candidates = labelled ? [labelled] : lines;
  for (const [index, line] of candidates.entries()) {
    if (REFUSAL.test(line)) return null;
    if (index < candidates.length - 1 && (/[:：]$/.test(line) || LABEL.test(`${line}:`))) continue;
    const answer = unquote(withoutLead(line));
    if (REFUSAL.test(answer) || NOTHING.test(answer)) return null;
    if (hasWords(answer)) return answer;
  }
  return null;
}

function insideFence(text: string): string {
  const [, block] = text.match(/(?:```|~~~)(?:[\w-]*[^\S\n]*\n)?([\s\S]*?)(?:```|~~~|$)/) ?? [];
  return block && hasWords(block) ? block : text;
}

function insideTag(text: string): string {
  const [, inside] =
    text.match(/<(?:answer|final_answer|final|prompt|title|output|response|result)>([\s\S]*?)(?:<\/|$)/i) ??
    [];
  return (inside && hasWords(inside) ? inside : text).replace(/<\/?[a-z][^<>]*>/gi, ' ');
}

/** Strips list markers, headings, links and emphasis. */
function withoutMarks(line: string): string {
  return line
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .replace(/!?\[([^[\]]*)\]\([^()[]*\)/g, '$1')
    .replace(/\*\*|__|`+|~~/g, '')
    .replace(/(?<![\p{L}\p{N}])[*_]+(?=\S)|(?<=\S)[*_]+(?![\p{L}\p{N}])/gu, '')
    .trim()
    .replace(/^(?:(?:[-•>#–—]+|\(?(?:\d+|[a-z])[.)])\s+)+/i, '')
    .trim();
}

function withoutLead(line: string): string {
  let rest = line;
  for (let before = ''; before !== rest; ) {
    before = rest;
    rest = unquoteStart(rest).replace(GREETING, '').replace(ANNOUNCEMENT, '').replace(LABEL, '').trim();
  }
  return rest;
}

const CLOSERS: Record<string, string> = {
  '"': '"',
  "'": "'",
  '“': '”',
  '‘': '’',
  '«': '»',
  '„': '“',
  '「': '」',
  '『': '』',
};

/** Strips a quote that hides a label or a greeting. */
function unquoteStart(text: string): string {
  const inner = text.replace(/^["'“”‘’«»„「『]\s*/, '');
  return GREETING.test(inner) || ANNOUNCEMENT.test(inner) || LABEL.test(inner) ? inner : text;
}

/** The quoted part, if the line starts with a quote and only pleasantries follow. */
function unquote(line: string): string {
  const closer = CLOSERS[line[0] ?? ''];
  if (closer === undefined) return line;
  const end = line.indexOf(closer, 1);
  const rest = end < 0 ? '' : line.slice(end + 1);
  const quotedWhole = end > 1 && /^\s*(?:[.,;:!?()—–-]|$)|^\s+\p{Lu}/u.test(rest);
  return (quotedWhole ? line.slice(1, end) : line.slice(1)).trim();
}
