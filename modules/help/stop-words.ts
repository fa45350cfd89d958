import { BASE_LOCALE, type Locale } from '../kit/texts/locale.ts';

/**
 * Words that occur in every question and match sections only by chance, without accents. Languages that aren't listed
 * have none but the English ones, because the help document may be in English.
 */
const STOP_WORDS: Readonly<Record<Locale, string>> = {
  ar: 'اريد استطيع الى ان انا او اين الحلم احلام احلامي حلم حلما حلمي على عن في كم كيف لا لم لماذا ليس ما ماذا متى من هذا هذه هل هو هي يمكن يمكنني',
  de: 'aber als am an auch auf aus bei bin bitte bis da das dass dem den der des die doch du ein eine einem einen einer es fur geht gibt habe haben hat ich ihr im in ist ja kann kannst konnen man mehr mein meine meinem meinen meiner mich mir mit muss nach nicht noch nur oder schon sein sich sie sind so soll traum traume traumen um und uns von vom vor wann warum was welche welcher welches wenn wer werden wie wieso will wird wo zu zum zur',
  en: 'a an and are as at be but by can could do does dream dreams for from get have how i if in is it its me my of on or please should so tell that the their there these they this to was we what when where which who why will with would you your',
  es: 'a al algo como con cual cuando cuanto cuantos de del donde el en es esta este esto estoy hacer hago hay la las le lo los mas me mi mis muy no o para pero por porque puede puedo que quien quiero se ser si sin sobre son su sueno suenos te tengo tiene tu tus un una y ya',
  fr: 'a ai au aux avec ce ces cet cette comment d dans de des du elle en est et etre faire fait il ils j je l la le les leur m ma mais me mes mon n ne nous on ou par pas peut peux plus pour pourquoi puis qu quand que quel quelle quels qui quoi reve reves s sa se ses si sont sur t tu un une veux vos votre vous y',
  ja: 'お ある いい いる か から くる ここ ください こと これ し した して する その それ たい た だ ため て できる です で と どう どこ どの どれ な ない なぜ なに に の は まし ます まで まし も もらう や よい よう より れる を 何 夢 教え 私',
  'pt-BR':
    'a ao aos as com como da das de do dos e ela ele em entao essa esse esta estao este estou eu faco faz fazer ha isso isto mais mas me meu meus minha minhas na nao nas no nos o onde os ou para pelo por porque posso pra qual quais quando quanto quantos que quem quero se sem ser seu seus sim sobre sonho sonhos sua suas tem tenho um uma voce',
  'zh-CN':
    '一个 个 为什么 为何 了 什么 会 你 你们 做 几 可以 可否 吗 呢 和 哪里 哪个 哪些 在 多 多久 多少 如何 对 就 已 应该 怎么 怎么办 怎样 想 我 我们 或 把 是 是否 有 有没有 梦 梦境 没 没有 的 能 能否 要 请 请问 这 这个 那 那个 都 里',
};

export function stopWordsOf(locale: Locale): ReadonlySet<string> {
  return new Set([STOP_WORDS[BASE_LOCALE], STOP_WORDS[locale]].flatMap((words) => words?.split(' ') ?? []));
}
