/** Scripts that receipts name, by the language that people know them for. */
const SCRIPTS: readonly (readonly [name: string, script: RegExp])[] = [
  ['Arabic', /\p{Script=Arabic}/u],
  ['Hebrew', /\p{Script=Hebrew}/u],
  ['Cyrillic letters', /\p{Script=Cyrillic}/u],
  ['Greek', /\p{Script=Greek}/u],
  ['Thai', /\p{Script=Thai}/u],
  ['Hindi', /\p{Script=Devanagari}/u],
  ['Korean', /\p{Script=Hangul}/u],
];
const READ =
  /[\p{Script=Latin}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Common}\p{Script=Inherited}]/u;

/** Chinese particles, and characters that only occur in Chinese. */
const CHINESE =
  /[的了着们有座堡亮很些好什么哪谁把被正坐站跑走去到这那边里个没从让给还吗您你她他是和与只條条云龙风飞鸟鱼马门车东红绿蓝树岛阳阴银镇桥楼间闪电热乡叶华宫爱见长开头发觉欢乐]/u;
const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;

/** Names the scripts in a text that the painter can't read. */
export function foreignScripts(text: string): string[] {
  const letters = text.match(/\p{L}/gu) ?? [];
  const named = SCRIPTS.filter(([, script]) => letters.some((letter) => script.test(letter))).map(
    ([name]) => name,
  );
  const isNamed = (letter: string) => SCRIPTS.some(([, script]) => script.test(letter));
  if (letters.some((letter) => !READ.test(letter) && !isNamed(letter))) named.push('this script');
  if (!KANA.test(text) && CHINESE.test(text)) named.push('Chinese');
  return named;
}
