export type Environment = Readonly<Record<string, string | undefined>>;

/** Settings of an environment, without those that are empty. */
export const given = (environment: Environment): Record<string, string> =>
  Object.fromEntries(
    Object.entries(environment).flatMap(([name, text]) => (text?.trim() ? [[name, text]] : [])),
  );
