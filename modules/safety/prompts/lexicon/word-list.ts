/**
 * Words of one language, as phrases parted by commas. In a phrase `nackt/e/er` has one stem and several endings (the stem alone
 * counts, `nackt//e` leaves it out), `porno*` any ending, `his|her` is either, and `~kind` counts only in a text of this language, since other languages have
 * another word of the same spelling. Case, accents and disguises don't matter.
 */
export interface WordList {
  /** children, and people who are called children only */
  minor: string;
  /** said of children and grown people alike: counts as a child only right beside a word for nudity */
  young?: string;
  /** people who are no children */
  adult: string;
  /** nudity, of the person or thing next to it */
  bare: string;
  /** sexual, but not naked: counts beside children only */
  alluring: string;
  /** acts that undress a person */
  undress: string;
  /** undresses a person whom it is said of, and otherwise something else: people strip, and strip paint */
  strip?: string;
  /** sexual, and hardly meant otherwise: isn't drawn unless the operator wants it */
  explicit: string;
  /** sexual beside a child, often harmless elsewhere */
  sexual: string;
  /** sexual content with children, in one phrase */
  abuse?: string;
  /** phrases with such words in them that mean something else */
  harmless: string;
  /** articles, copulas, adverbs, words for pictures and bodies: what may stand between an adjective and its noun */
  link: string;
  /** and, of: what follows is another noun once one has come */
  joint: string;
  /** prepositions, conjunctions: another phrase begins */
  gap: string;
  /** clothing: excluding it from a picture undresses people */
  clothes: string;
  /** pronouns and words for changes: the sentence is about what came before it */
  pronoun: string;
  /** people whom the user knows or has a picture of */
  real: string;
}
