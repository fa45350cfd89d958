/** Ways to object to a decision, for reporters and owners alike. */
export const OBJECT =
  'If you think that this is wrong, answer this mail within six months: a person looks at it again, free of charge. You may also turn to an out-of-court dispute settlement body (Article 21 of the Digital Services Act) or to a court.';
