/** One built script: its address and those of the chunks that it imports at once, for modulepreload. */
export interface BuiltScript {
  src: string;
  imports: string[];
  /** what it may import while it runs, with what that imports */
  later: string[];
}

/** Files of the build, as addresses below /assets/. */
export interface Manifest {
  /** hydrates islands; only on pages that have one */
  client: BuiltScript;
  islands: Record<string, BuiltScript & { css: string | null }>;
  /** small plain modules without React, by name */
  scripts: Record<string, BuiltScript>;
  css: string;
  /** by address: what browsers check a script or a style against before they use it */
  integrity: Record<string, string>;
  /** the faces, and the files that they name */
  fonts: { css: string; files: string[] };
}
