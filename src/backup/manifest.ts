import { z } from 'zod';

/** The first file of an archive says what it is of, the last one what belongs to it. */
export const ABOUT = 'about.json';
export const MANIFEST = 'manifest.json';
export const FORMAT = 1;

const about = z.object({
  format: z.literal(FORMAT),
  /** of this archive alone */
  id: z.string(),
  madeAt: z.string(),
  database: z.enum(['sqlite', 'postgres']),
});

const manifest = about.extend({
  /** that the database has had */
  migrations: z.array(z.string()),
  /** by the place where each belongs: `media/KEY`, `data/PATH` or a part of the database */
  files: z.record(
    z.string(),
    z.object({
      /** in the archive */
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

/** @returns null for what is none, or of another format */
export const parseAbout = (text: string): About | null => parse(about, text);
export const parseManifest = (text: string): Manifest | null => parse(manifest, text);

function parse<T>(schema: z.ZodType<T>, text: string): T | null {
  try {
    return schema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}
