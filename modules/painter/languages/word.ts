/** One English word, and the original word that it stands for. */
export interface Word {
  text: string;
  original: string;
  /** true if punctuation follows */
  stop?: boolean;
  /** true for a thing that the prompt says comes into the scene */
  arrives?: boolean;
}
