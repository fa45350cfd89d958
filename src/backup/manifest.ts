import { z } from 'zod';
import { readJson } from '../../modules/kit/parse-json.ts';

/** The first file of an archive describes it; the last one lists its contents. */
export const ABOUT = 'about.json';
export const MANIFEST = 'manifest.json';
export const FORMAT = 1;

const about = z.object({
  format: z.literal(FORMAT),
  /** Unique to this archive. */
  id: z.string(),
  madeAt: z.string(),
  database: z.enum(['sqlite', 'postgres']),
});

const manifest = about.extend({
  /** Migrations applied to the database. */
  migrations: z.array(z.string()),
  /** By the place that each file is restored to: `media/KEY`, `data/PATH` or a part of the database. */
  files: z.record(
    z.string(),
    z.object({
      /** Name in the archive. */
      name: z.string().min(1),
      bytes: z.int().min(0),
      sha256: z.string().regex(/^[0-9a-f]{64}$/),
      modifiedAt: z.iso.datetime(),
    }),
  ),
});

export type About = z.infer<typeof about>;
export type Manifest = z.infer<typeof manifest>;
export type ManifestFile = Manifest['files'][string];

/** @returns null if the text is invalid or of another format */
export const parseAbout = (text: string): About | null => readJson(about, text);
export const parseManifest = (text: string): Manifest | null => readJson(manifest, text);
