/** A dream by a model, next to the painter's picture of the same prompts. */
export interface ComparedDream {
  session_id: string;
  /** shown by both pictures, in order */
  prompts: string[];
  /** the model's name */
  generator: string;
  still_url: string;
  painted_url: string;
}

/** GET /api/compare */
export interface ComparedAnswer {
  dreams: ComparedDream[];
}
