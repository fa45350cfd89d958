/** A built script: its URL, and the chunks it imports statically, for modulepreload. */
export interface BuiltScript {
  src: string;
  imports: string[];
  /** Chunks that it may import dynamically, with their own imports. */
  later: string[];
}

/** Scripts of the build in one language. */
export interface Scripts {
  /** Hydrates islands; only on pages that have one. */
  client: BuiltScript;
  islands: Record<string, BuiltScript>;
  /** Plain scripts without React, by name. */
  scripts: Record<string, BuiltScript>;
}

/** Files of the build, as URLs below /assets/. */
export interface Manifest {
  /** Scripts by language. Files without texts are shared. */
  locales: Record<string, Scripts>;
  islandStyles: Record<string, string | null>;
  /** Workers that an island starts at once. */
  islandWorkers: Record<string, string[]>;
  css: string;
  /** Integrity hash of each script and style, by URL. */
  integrity: Record<string, string>;
  /** The style sheet with the font faces, and the font files. */
  fonts: { css: string; files: string[] };
}
