/**
 * The one rule that needs no classifier: sexual content with children. It reads words for a child and words for sex that
 * belong together, in the languages below; what says it in other words is for a classifier.
 */

/** Says it by itself. */
const ALONE = [
  'child ?porn\\w*|childporn\\w*|kiddie ?porn\\w*|kinderporno\\w*|pedoporn\\w*|pornographie infantile',
  'pornografia infantil|pornografia minorile|jailbait|lolicon|shotacon|p(?:a?e|o)?edophil\\w* (?:sex|porn)\\w*',
  '児童ポルノ|ロリコン|ショタコン|儿童色情|兒童色情|아동 ?포르노|детск\\p{L}* порн\\p{L}*',
].join('|');

/** A child, by word. */
const CHILD = [
  // English; "girl" and "boy" alone are said of grown people, too
  'child(?:ren)?|kids?|kiddies?|toddlers?|infants?|bab(?:y|ies)|pre-?teens?|teens?|teenage(?:rs?|d)?|under-?aged?|minors',
  '(?:little|small|young|tiny|teenage|school) ?-?(?:girl|boy)s?|schoolchild(?:ren)?|lolis?|shotas?',
  '(?:\\d|1[0-7])[ -]*(?:years?|yrs?)[ -]*olds?|(?:\\d|1[0-7]) ?y\\/?o',
  // German
  'kind(?:er|es|ern)?|kleinkind(?:er)?|saugling(?:e|s)?|minderjahrig\\w*|schulmadchen|schuljunge\\w*|schulkind(?:er)?',
  '(?:kleine[srnm]?|junge[srnm]) (?:madchen|junge[n]?)|(?:\\d|1[0-7])[ -]*jahrige\\w*',
  // French
  'enfants?|bambins?|mineure?s?|ecolier(?:e)?s?|adolescente?s?|(?:petite?s?|jeunes?) (?:filles?|garcons?)',
  // Spanish and Portuguese
  'nin[oa]s?|crianca?s?|menores? de edad|menores? de idade|colegiala?s?|menin[oa]s?',
  // Italian
  'bambin[aoie]|minorenni?|ragazzin[aoie]|scolarett[ae]',
  // Dutch
  'kinderen|peuters?|minderjarige[n]?',
  '(?:de|di) (?:\\d|1[0-7]) (?:ans|anos|anni)|van (?:\\d|1[0-7]) jaar',
  // Russian
  'реб[её]н\\p{L}*|дет(?:и|ей|ям|ьми|ях)|малолетн\\p{L}*|несовершеннолетн\\p{L}*|школьниц\\p{L}*',
].join('|');

/** Sex, in words that are hardly meant otherwise. */
const SEX = [
  'porn(?:o|ographic|ography)?|hentai|nsfw|sex(?:ual|ually|ualized|ualised|ting)?|orgasms?|blow ?jobs?|hand ?jobs?|masturbat\\w*',
  'penis(?:es)?|vaginas?|genitals?|genitalia|fuck(?:s|ed|ing)?|raped|raping|molest\\w*|intercourse|striptease|bdsm',
  'sexuell\\w*|geschlechtsverkehr|vergewaltig\\w*|fick\\w*|pornografisch\\w*|genitalien',
  'sexuel(?:le)?s?|viole[e]?s?|baise[rnt]?\\w{0,2}|sexualmente|sexuales|follando|violad[oa]s?|sessual\\w*|stuprat\\w*|seks|sexo',
  'секс\\p{L}*|порно\\p{L}*|изнасил\\p{L}*',
].join('|');

/** Words that take a child along only where they are said of it. */
const BARE = [
  'naked|nude|nudes|undressed|undressing|topless|bottomless|unclothed|sexy|sexiest|erotic|erotically|lewd|aroused|horny|in lingerie|in bikini pose',
  'nackt\\w*|halbnackt\\w*|entblosst\\w*|erotisch\\w*|nues?|nus|denude\\w*|desnud[oa]s?|nud[oaie]|despid[oa]s?|pelad[oa]s?|erotic[oa]s?|erotique\\w*|naakte?|blote?',
  'гол(?:ый|ая|ые|ого|ой|ых)|обнаж[её]нн\\p{L}*|эротич\\p{L}*',
].join('|');

/** Things that have those words in their names. */
const HARMLESS =
  /\b(?:naked (?:eyes?|mole|trees?|branch\w*|rocks?|flames?|lights?|bulbs?|cakes?|lad(?:y|ies)|mountains?)|nude (?:colou?r\w*|tones?|shades?|lipstick|heels|shoes|palette|pink|beige)|(?:same|single|opposite|mixed|both|of either)[ -]sex(?:es)?|sex (?:ed|education|of the)|kind (?:of|to|and|words?|hearts?|eyes?|smile|gesture|man|woman|people|person|old|face)|baby (?:blue|pink|grand)|minors? (?:key|chord|scale))\b/gu;

const EDGE_LEFT = '(?<![\\p{L}\\p{N}])';
const EDGE_RIGHT = '(?![\\p{L}\\p{N}])';
const word = (words: string) => `${EDGE_LEFT}(?:${words})${EDGE_RIGHT}`;
/** So many words in the same sentence. No character is part of both a word and a gap, or matching would backtrack. */
const upTo = (count: number) => `(?:[^\\p{L}\\p{N}.!?;]+[\\p{L}\\p{N}]+){0,${count}}[^\\p{L}\\p{N}.!?;]+`;
/** Words between an adjective and the child that it is said of, beside one word more. */
const OF = `[^\\p{L}\\p{N}.!?;]+(?:(?:photos?|pictures?|images?|drawings?|paintings?|portraits?|scenes?|videos?|of|with|an?|the|some|two|foto|bild|szene|von|mit|eine[rsnm]?|des|une?|dun|dune|di|de|un[oa]?)[^\\p{L}\\p{N}.!?;]+){0,4}(?:[\\p{L}\\p{N}]+[^\\p{L}\\p{N}.!?;]+)?`;
/** Words between a child and an adjective that follows. */
const JOINED = `[^\\p{L}\\p{N}.!?;]+(?:(?:is|are|was|were|being|who|that|completely|fully|totally|half|posing|lying|playing|bathing|standing|ist|sind|est|sont|esta|estan|es|e|sono|and|very)[^\\p{L}\\p{N}.!?;]+){0,3}`;

const RULES = [
  word(ALONE),
  `${word(SEX)}${upTo(8)}${word(CHILD)}`,
  `${word(CHILD)}${upTo(8)}${word(SEX)}`,
  `${word(BARE)}${OF}${word(CHILD)}`,
  `${word(CHILD)}${JOINED}${word(BARE)}`,
  // Languages without blanks between words.
  '(?:裸|全裸|エロ|セックス|性的|ポルノ|性交)[^。！？]{0,6}(?:子供|子ども|こども|幼女|幼児|少女|少年|児童|小学生|中学生|女児|男児)',
  '(?:子供|子ども|こども|幼女|幼児|少女|少年|児童|小学生|中学生|女児|男児)[^。！？]{0,6}(?:裸|エロ|セックス|性的|ポルノ|性交)',
  '(?:裸体|裸體|赤裸|色情|性爱|性愛|做爱|做愛)[^。！？]{0,6}(?:儿童|兒童|孩子|小孩|幼女|少女|未成年|小学生|小學生)',
  '(?:儿童|兒童|孩子|小孩|幼女|少女|未成年|小学生|小學生)[^。！？]{0,6}(?:裸体|裸體|赤裸|色情|性爱|性愛|做爱|做愛)',
  '(?:벌거벗은|알몸|야한|섹스|포르노|성적)[^.!?]{0,8}(?:아이|어린이|아동|미성년|소녀|소년|초등학생)',
  '(?:아이|어린이|아동|미성년|소녀|소년|초등학생)[^.!?]{0,8}(?:알몸|섹스|포르노|성적)',
];

let rule: RegExp | undefined;

/** True for a prompt that asks for sexual content with children, as it was typed, before words are replaced. */
export function asksForMinors(text: string): boolean {
  rule ??= new RegExp(RULES.join('|'), 'u');
  const plain = fold(text);
  return rule.test(plain) || rule.test(withoutDigits(plain));
}

/** Lower case, without accents of Latin letters, invisible characters and what is harmless. */
function fold(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\p{Cf}/gu, '')
    .normalize('NFD')
    .replace(/([a-z])\p{M}+/gu, '$1')
    .normalize('NFC')
    .replaceAll('ß', 'ss')
    .replace(/_+/g, ' ')
    .replace(HARMLESS, ' , , , ');
}

const LETTERS: Readonly<Record<string, string>> = {
  0: 'o',
  1: 'i',
  3: 'e',
  4: 'a',
  5: 's',
  '@': 'a',
  $: 's',
};

/** Digits and signs that stand for letters, as in ch1ld. */
const withoutDigits = (text: string) => text.replace(/[01345@$]/g, (sign) => LETTERS[sign] ?? sign);
