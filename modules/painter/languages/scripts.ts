/** A script or language that the painter can't read, as receipts name it. */
export type UnreadScript = (typeof SCRIPTS)[number][0] | 'chinese' | 'other';

const SCRIPTS = [
  ['arabic', /\p{Script=Arabic}/u],
  ['hebrew', /\p{Script=Hebrew}/u],
  ['cyrillic', /\p{Script=Cyrillic}/u],
  ['greek', /\p{Script=Greek}/u],
  ['thai', /\p{Script=Thai}/u],
  ['hindi', /\p{Script=Devanagari}/u],
  ['korean', /\p{Script=Hangul}/u],
] as const;
const READ =
  /[\p{Script=Latin}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Common}\p{Script=Inherited}]/u;

/** Chinese particles, and characters that only occur in Chinese. */
const CHINESE =
  /[的了着们有座堡亮很些好什么哪谁把被正坐站跑走去到这那边里个没从让给还吗您你她他是和与只條条云龙风飞鸟鱼马门车东红绿蓝树岛阳阴银镇桥楼间闪电热乡叶华宫爱见长开头发觉欢乐]/u;
const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;

/** Finds the scripts in a text that the painter can't read. */
export function unreadScripts(text: string): UnreadScript[] {
  const letters = text.match(/\p{L}/gu) ?? [];
  const found: UnreadScript[] = SCRIPTS.filter(([, script]) =>
    letters.some((letter) => script.test(letter)),
  ).map(([name]) => name);
  const isListed = (letter: string) => SCRIPTS.some(([, script]) => script.test(letter));
  if (letters.some((letter) => !READ.test(letter) && !isListed(letter))) found.push('other');
  if (!KANA.test(text) && CHINESE.test(text)) found.push('chinese');
  return found;
}
