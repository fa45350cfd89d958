import { address, type SettingsOf, secret } from '../modules/kit/settings/setting.ts';

/** Name of the database file in DATA_DIR. */
export const SQLITE_FILE = 'reverie.sqlite';

export const databaseSettings = {
  DATABASE_URL: secret(
    address({
      schemes: ['postgres', 'postgresql'],
      credentials: true,
      path: true,
      query: true,
      hostless: true,
    }).optional(),
    'SQLite in DATA_DIR',
    '`postgres://user:pass@host:port/name` for Postgres, with %23 for a # and %40 for an @ in user or password',
  ),
};

export type DatabaseConfig = SettingsOf<typeof databaseSettings> & { DATA_DIR: string };

/** Host, port and name of a database, without user and password. */
export function placeOfDatabase(url: string): string {
  const { hostname, port, pathname, searchParams } = new URL(url);
  return `${searchParams.get('host') ?? (hostname || 'localhost')}:${port || 5432}${pathname}`;
}
