export type Environment = Readonly<Record<string, string | undefined>>;

/** The non-empty settings of an environment. */
export const given = (environment: Environment): Record<string, string> =>
  Object.fromEntries(
    Object.entries(environment).flatMap(([name, text]) => (text?.trim() ? [[name, text]] : [])),
  );
