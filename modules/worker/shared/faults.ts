/** Why nothing can be drawn: in words for the operator and, apart from them, for viewers. */
export class GeneratorFault extends Error {
  /** for viewers, who must not learn what is set or where things lie */
  readonly publicText: string;
  /** @param message for the operator */
  constructor(message: string, publicText = 'What draws here can’t draw just now.') {
    super(message);
    this.publicText = publicText;
  }
}

/** Why nothing can be drawn, in words for the operator: the model's files, what they draw, or the engine. */
export class ModelFault extends GeneratorFault {}
