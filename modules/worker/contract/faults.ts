/** A reason why nothing can be generated, in words for the operator and in separate ones for viewers. */
export class GeneratorFault extends Error {
  /** for viewers, who must not see settings or addresses; without it they read a general text */
  readonly publicText: string | undefined;
  /** @param message for the operator */
  constructor(message: string, publicText?: string) {
    super(message);
    this.publicText = publicText;
  }
}

/** A fault in the model's files, its output or the runtime, in words for the operator. */
export class ModelFault extends GeneratorFault {}
