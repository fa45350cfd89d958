import { compileMessage } from '../modules/kit/texts/compile/compile-message.ts';
import type { Piece } from '../modules/kit/texts/format.ts';

interface Rule {
  /** Matches a fault. */
  readonly fault: RegExp;
  readonly cure: string;
}

const HAN = '[\\u3005\\u3040-\\u30ff\\u4e00-\\u9fff]';

const EVERYWHERE: readonly Rule[] = [
  { fault: /@\{/, cure: 'pass the @ with the slot, since it would change sides next to Arabic' },
  { fault: /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/, cure: 'reword it instead of using a bidi control' },
];

/** Typography that the glossaries of `modules/kit/texts/glossaries` decide and a pattern can check. */
const RULES: Readonly<Record<string, readonly Rule[]>> = {
  ar: [
    { fault: /اً/, cure: 'write the tanwin before the alif: ًا' },
    { fault: /[\u0621-\u064a][?;,]/, cure: 'use ؟ ؛ ،' },
    { fault: /[“”]/, cure: 'quote with « »' },
    {
      fault: /(?:^|[\s«])[فو]?(?:ابدأ|اختر|اضغط|افتح|اكتب|أدخل|أضف|أعد|أنشئ|انسخ|حاول)(?=[\s.،])/,
      cure: 'use يُرجى or يمكنك and a noun: an imperative has a gender',
    },
  ],
  de: [
    { fault: /[\d}#] (?:s|ms|min|[kMGT]i?B|%|€|fps)(?![\p{L}’-])/u, cure: 'put U+00A0 before a unit' },
    { fault: /(?:^|[\s(])[“"”]\p{L}|«|»/u, cure: 'quote with „ “' },
    { fault: /E-Mail/, cure: 'put U+2011 into E‑Mail, which would break at its hyphen' },
  ],
  es: [{ fault: /« | »|[“”]/, cure: 'quote with « » without spaces' }],
  fr: [
    { fault: / [;!?](?![\w,])/, cure: 'put U+202F before ; ! ?' },
    { fault: / [:»](?!:)|« |«(?=[\p{L}{<])|[\p{L}}]»/u, cure: 'put U+00A0 before : and inside « »' },
    { fault: /[\d}#] (?:s|ms|min|[kMGT]i?o|%|€)(?![\p{L}’-])/u, cure: 'put U+00A0 before a unit' },
    { fault: /\p{L}'\p{L}/u, cure: 'use the apostrophe ’' },
  ],
  ja: [
    { fault: new RegExp(`${HAN} [A-Za-z0-9\`@]|[A-Za-z0-9\`}] ${HAN}`), cure: 'no space next to Japanese' },
    { fault: /[。、？！] |> 。/, cure: 'no space after punctuation' },
    { fault: new RegExp(`${HAN}[:;?!,(](?![a-z:])`), cure: 'use ：？！（）' },
    { fault: /〜|\.\.\./, cure: 'use ～ for ranges and … for an ellipsis' },
  ],
  'pt-BR': [{ fault: /[«»]/, cure: 'quote with “ ”' }],
  'zh-CN': [
    {
      fault: /[\u4e00-\u9fff][A-Za-z0-9`]|[A-Za-z0-9`][\u4e00-\u9fff]/,
      cure: 'a space between Chinese and Latin',
    },
    { fault: /[\u4e00-\u9fff][:;?!,(]|[:;?!,)][\u4e00-\u9fff]/, cure: 'use full-width punctuation' },
    { fault: /\.\.\./, cure: 'use … for an ellipsis' },
  ],
};

const LINK_TARGET = /\]\([^)]*\)/g;

/** @returns what to change in a message, one sentence each */
export const typographyFaults = (locale: string, message: string): string[] => [
  ...[...EVERYWHERE, ...(RULES[locale] ?? [])]
    .filter(({ fault }) => fault.test(message.replaceAll(LINK_TARGET, ']')))
    .map(({ cure }) => cure),
  ...pluralFaults(locale, compileMessage(message)),
];

/** Spanish, French and Portuguese use “many” for millions, with “de”: the glossaries do without it. */
const UNUSED: Readonly<Record<string, readonly string[]>> = { es: ['many'], fr: ['many'], 'pt-BR': ['many'] };
const EXACT: Readonly<Record<string, string>> = { '=0': 'zero', '=1': 'one', '=2': 'two' };

function pluralFaults(locale: string, compiled: ReturnType<typeof compileMessage>): string[] {
  const pieces = typeof compiled === 'string' ? [] : 'rich' in compiled ? compiled.rich : compiled;
  return pieces.flatMap((piece: Piece) => {
    if (typeof piece === 'string' || !('of' in piece)) return [];
    if (Array.isArray(piece.of)) return pluralFaults(locale, piece.of);
    const inner = Object.values(piece.of).flatMap((choice) => pluralFaults(locale, choice as Piece[]));
    return 'plural' in piece ? [...categoryFaults(locale, piece), ...inner] : inner;
  });
}

function categoryFaults(locale: string, piece: { ordinal?: boolean; of: object }): string[] {
  const forms = Object.keys(piece.of);
  // One form for all counts.
  if (forms.filter((form) => !form.startsWith('=')).length === 1) return [];
  const type = piece.ordinal ? 'ordinal' : 'cardinal';
  const known = new Intl.PluralRules(locale, { type }).resolvedOptions().pluralCategories;
  const given = new Set(forms.map((form) => EXACT[form] ?? form));
  return [
    ...forms
      .filter((form) => !form.startsWith('=') && !known.some((category) => category === form))
      .map((form) => `${locale} has no plural form “${form}”`),
    ...known
      .filter((category) => !given.has(category) && !UNUSED[locale]?.includes(category))
      .map((category) => `the plural form “${category}” is missing`),
  ];
}
