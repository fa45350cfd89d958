/** A reason why nothing can be generated, in words for the operator and in separate ones for viewers. */
export class GeneratorFault extends Error {
  /** for viewers, who must not see settings or addresses */
  readonly publicText: string;
  /** @param message for the operator */
  constructor(message: string, publicText = 'What draws here can’t draw just now.') {
    super(message);
    this.publicText = publicText;
  }
}

/** A fault in the model's files, its output or the runtime, in words for the operator. */
export class ModelFault extends GeneratorFault {}
