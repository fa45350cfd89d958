import { trimEndOf } from '../../kit/shared/trim.ts';
import { fold } from './fold.ts';

/** Words that can't end a sentence, in the languages most used here. */
const CONNECTING = new Set(
  `a an the and or but with without of in on at by to from for into onto over under above below between behind beside near through across
   around inside like as than then that which who where when while because so very some any this these my your his her its our their is are
   und oder aber mit ohne von vom zu zum zur im am an auf in aus bei durch für gegen um über unter vor hinter neben zwischen der die das den
   dem des ein eine einen einem einer eines wie als dass wo wenn während weil sehr ist sind
   et ou mais avec sans de du des dans sur sous par pour vers chez entre derrière devant le la les un une au aux que qui où comme très est sont
   y o u pero con sin del en sobre bajo por para hacia entre el los las un una unos unas al que donde como muy es son
   e ou mas com sem do da dos das no na nos nas em por pelo pela o os um uma ao aos muito
   ed ma con senza di del della dei delle nel nella nei sul sulla sotto per tra fra il lo gli un uno una al alla che dove come molto
   en of maar met zonder van het de een op onder boven tussen achter naast door naar uit bij dat die waar als heel
   och eller men med utan av på under över mellan bakom en ett som i og uten på mellem bag
   i oraz lub ale z ze bez w we na pod nad między za przez do od który która które jak gdzie
   и или но а с со без в во на под над между за через к ко от из у для о об что который которая которое где как
   ve veya ama ile bir gibi için`
    .split(/\s+/)
    .map(fold),
);
/** The same for scripts without spaces. */
const CONNECTING_END = /[のとがをにはへでやもて和与與的在把被跟及從从到]$|그리고$|하고$/u;
const MORE_TO_COME = /(,|،|、|，|;|:|—|–|-|\.\.\.|…)\s*$/u;

/**
 * True if the sentence seems incomplete, such as "a castle above the" or "a red boat and". Models add a full stop to
 * those as well.
 */
export function isUnfinished(text: string): boolean {
  if (MORE_TO_COME.test(text)) return true;
  const words = fold(text).split(' ');
  return CONNECTING.has(words.at(-1) ?? '') || CONNECTING_END.test(trimEndOf(text, /[\p{P}\s]/u));
}
