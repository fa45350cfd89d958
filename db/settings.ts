import { type SettingsOf, setting, text } from '../src/kit/setting.ts';

/** The database's name in DATA_DIR. */
export const SQLITE_FILE = 'reverie.sqlite';

/** Where everything is kept that is not a file. */
export const databaseSettings = {
  DATABASE_URL: setting(
    text
      .regex(/^postgres(ql)?:\/\//, 'must start with postgres://')
      .refine(
        (value) => URL.canParse(value),
        'must be an address as in postgres://user:password@host:5432/name, with %23 for a # and %40 for an @ in the password',
      )
      .optional(),
    'SQLite in DATA_DIR',
    '`postgres://…` for Postgres',
  ),
};

export type DatabaseConfig = SettingsOf<typeof databaseSettings> & { DATA_DIR: string };
