/**
 * Words of one language, as comma-separated phrases. In a phrase, `nackt/e/er` is a stem with endings (the bare stem
 * counts too), `porno*` allows any ending, `his|her` is either word, and `~kind` counts only in texts in this language,
 * since other languages have a different word with that spelling. Case, accents and disguises don't matter.
 */
export interface WordList {
  /** people who can only be children */
  minor: string;
  /** may mean children or adults: counts as a child only right next to a word for nudity */
  young?: string;
  /** people who aren't children */
  adult: string;
  /** nudity of the person or thing next to it */
  bare: string;
  /** sexual without nudity: counts only next to children */
  alluring: string;
  /** acts that undress a person */
  undress: string;
  /** means undressing if its subject or object is a person, otherwise something else: people strip, and strip paint */
  strip?: string;
  /** clearly sexual: refused unless the operator allows it */
  explicit: string;
  /** sexual next to a child, often harmless elsewhere */
  sexual: string;
  /** sexual content with children in a single phrase */
  abuse?: string;
  /** phrases that contain such words but mean something else */
  harmless: string;
  /** articles, copulas, adverbs, words for images and bodies: may stand between an adjective and its noun */
  link: string;
  /** "and", "of": after a noun, another noun follows */
  joint: string;
  /** prepositions, conjunctions: a new phrase starts */
  gap: string;
  /** clothing: excluding it from an image undresses people */
  clothes: string;
  /** pronouns and words for changes: the sentence refers to what came before */
  pronoun: string;
  /** people the user knows or has an image of */
  real: string;
}
