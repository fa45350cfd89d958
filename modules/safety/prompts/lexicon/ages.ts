const ADULT_AGE = 18;
/** Ages of toddlers are given in months or weeks up to this number. */
const MONTHS_MAX = 36;

interface AgeWords {
  /** from 1 up; leaves out words that also mean something else, such as German "ein" */
  numerals?: string;
  /** phrases that always mean a child; `{}` is the number */
  child?: string;
  /** count only next to a person, since wine is also counted in years */
  years?: string;
  /** phrases for "younger than 18" */
  under?: string;
}

const AGE_WORDS = {
  english: {
    numerals:
      'zero, one, two, three, four, five, six, seven, eight, nine, ten, eleven, twelve, thirteen, fourteen, fifteen, sixteen, seventeen',
    child:
      '{} year|years|yr|yrs old|olds, {} y|years o|of age, {}yo, {} yo, {}yr|yrs old, {}y o, aged {}, age {}, ages {}, {} month|months|week|weeks|day|days old, {}th birthday',
    years: '{} years|yrs|yr|y, {}yrs|yr|y',
    under: 'under|below|u 18|eighteen, u18, younger than 18|eighteen, not yet 18|eighteen',
  },
  german: {
    numerals:
      'null, zwei, drei, vier, fünf, sechs, sieben, acht, neun, zehn, elf, zwölf, dreizehn, vierzehn, fünfzehn, sechzehn, siebzehn',
    child:
      '{} jahr|jahre alt, {}jährige/r/s/n/m, {} jährige/r/s/n/m, {}jährig, {} jährig, {} monat|monate|wochen alt',
    years: '{} jahre, {} j',
    under: 'unter 18|achtzehn',
  },
  dutch: {
    numerals:
      'twee, drie, vier, vijf, zes, zeven, acht, negen, tien, elf, twaalf, dertien, veertien, vijftien, zestien, zeventien',
    child: '{} jaar oud, {}jarig/e/en, {} jarig/e/en, van {} jaar, {} maanden oud',
    years: '{} jaar',
    under: 'onder|jonger de|dan 18|achttien',
  },
  french: {
    numerals:
      'deux, trois, quatre, cinq, six, sept, huit, neuf, dix, onze, douze, treize, quatorze, quinze, seize, dix sept',
    child: 'de {} ans, a {} ans, âgé/e/s de {} ans, de {} mois',
    years: '{} ans',
    under: 'moins de 18 ans, moins de dix huit ans',
  },
  spanish: {
    numerals:
      'dos, tres, cuatro, cinco, seis, siete, ocho, nueve, diez, once, doce, trece, catorce, quince, dieciséis, diecisiete',
    child: 'de {} años|añitos, tiene {} años|añitos',
    years: '{} años|añitos',
    under: 'menos de 18|dieciocho años',
  },
  portuguese: {
    numerals:
      'dois, três, quatro, cinco, seis, sete, oito, nove, dez, onze, doze, treze, catorze, quatorze, quinze, dezesseis, dezasseis, dezessete, dezassete',
    child: 'com {} anos|aninhos, tem {} anos|aninhos, de {} anos|aninhos',
    years: '{} anos|aninhos',
    under: 'menos de 18|dezoito anos',
  },
  italian: {
    numerals:
      'due, tre, quattro, cinque, sei, sette, otto, nove, dieci, undici, dodici, tredici, quattordici, quindici, sedici, diciassette',
    child:
      'di {} anni, ha {} anni, undicenne/, undicenni, dodicenne, dodicenni, tredicenne, tredicenni, quattordicenne, quattordicenni, quindicenne, quindicenni, sedicenne, sedicenni, diciassettenne, diciassettenni',
    years: '{} anni',
    under: 'meno di 18|diciotto anni',
  },
  russian: {
    numerals: `два, три, четыре, пять, шесть, семь, восемь, девять, десять, одиннадцать, двенадцать, тринадцать, четырнадцать, пятнадцать, шестнадцать, семнадцать,
      двух, трёх, четырёх, пяти, шести, семи, восьми, девяти, десяти, одиннадцати, двенадцати, тринадцати, четырнадцати, пятнадцати, шестнадцати, семнадцати`,
    child: '{} лет, {} года, {}летн/ий/яя/ей/юю/ие/их/его, {} летн/ий/яя/ей/юю/ие/их/его',
    under: 'до|младше 18|восемнадцати, до|младше 18|восемнадцати лет',
  },
  ukrainian: {
    numerals:
      "два, три, чотири, п'ять, пять, шість, сім, вісім, дев'ять, девять, десять, одинадцять, дванадцять, тринадцять, чотирнадцять, п'ятнадцять, пятнадцять, шістнадцять, сімнадцять",
    child: '{} років, {} роки, {}річн/а/ий/у/ої/і/их, {} річн/а/ий/у/ої/і/их',
  },
  polish: {
    numerals:
      'dwa, trzy, cztery, pięć, sześć, siedem, osiem, dziewięć, dziesięć, jedenaście, dwanaście, trzynaście, czternaście, piętnaście, szesnaście, siedemnaście',
    child:
      '{} letni/a/ą/ej/ch/ego, {}letni/a/ą/ej/ch/ego, ma {} lat|lata, lat {}, dwunastolat/ka/ek/ki, trzynastolat/ka/ek/ki, czternastolat/ka/ek/ki, piętnastolat/ka/ek/ki, szesnastolat/ka/ek/ki, jedenastolat/ka/ek/ki, dziesięciolat/ka/ek/ki',
    years: '{} lat|lata',
  },
  czech: {
    child: '{} let|roky stará|starý|staré, {}letá|letý|leté|letou, {} letá|letý|leté|letou',
    years: '{} let|roky|rokov',
  },
  swedish: {
    child: '{} år gammal|gamla|gammalt, {} åring/ar/en, {}åring/ar, {}årig/a, {} årig/a',
    years: '{} år',
  },
  danish: { child: '{} år gammel|gamle, {} årig/e, {}årig/e, {} åring/er, {}åring/er', years: '{} år' },
  turkish: { child: '{} yaşında, {} yaşındaki' },
  hungarian: { child: '{} éves/ek, {}éves/ek' },
  finnish: { child: '{} vuotias/ta, {}vuotias, {} vuotiaat' },
  romanian: { child: 'de {} ani, are {} ani', years: '{} ani' },
  greek: { child: '{} ετών, {} χρονών, {}χρονη, {}χρονο, {}χρονος' },
  indonesian: {
    child: 'umur|usia|berusia|berumur {}, umur|usia|berusia|berumur {} tahun',
    years: '{} tahun',
  },
  vietnamese: { child: '{} tuổi' },
  arabic: { child: '{} سنوات, {} سنة, {} عاما' },
  hindi: { child: '{} साल की|का|के, {} वर्षीय' },
  korean: {
    numerals: '두, 세, 네, 다섯, 여섯, 일곱, 여덟, 아홉, 열, 열한, 열두, 열세, 열네, 열다섯, 열여섯, 열일곱',
    child: '{}살, {} 살, {}세, 만 {}세',
  },
} satisfies Record<string, AgeWords>;
const HAN_NUMERALS = '一, 二, 三, 四, 五, 六, 七, 八, 九, 十, 十一, 十二, 十三, 十四, 十五, 十六, 十七';

type Language = keyof typeof AGE_WORDS;
const entries = Object.entries(AGE_WORDS) as [Language, AgeWords][];
const listOf = (list = '') =>
  list
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '');
const AGES = Array.from({ length: ADULT_AGE }, (_, age) => String(age));
const MONTHS = Array.from({ length: MONTHS_MAX }, (_, months) => String(months)).slice(ADULT_AGE);
const isOfMonths = (form: string) => /month|monat|maanden|mois/.test(form);

/** Phrases that state a child's age, in `WordList` notation. */
export function* agePhrases(): Generator<[Language | 'japanese' | 'chinese', phrase: string]> {
  for (const [language, { numerals, child, under }] of entries) {
    for (const form of listOf(child))
      for (const number of [...AGES, ...listOf(numerals), ...(isOfMonths(form) ? MONTHS : [])])
        yield [language, form.replace('{}', number)];
    if (under) yield [language, under];
  }
  for (const number of listOf(HAN_NUMERALS)) {
    yield ['japanese', `${number}歳, ${number}才, ${number}歲`];
    yield ['chinese', `${number}岁`];
  }
}

/** Numbers that are an age only next to a person. */
export function* numerals(): Generator<[Language | null, words: string]> {
  for (const age of AGES) yield [null, age];
  for (const [language, { numerals, years }] of entries) {
    for (const number of listOf(numerals)) yield [language, number];
    for (const form of listOf(years))
      for (const number of [...AGES, ...listOf(numerals)]) yield [language, form.replace('{}', number)];
  }
}

/** True for digits that may be a child's age. */
export const isChildsAge = (text: string): boolean => /^(?:\d|1[0-7])$/.test(text);
