import { address, type SettingsOf, secret } from '../modules/kit/settings/setting.ts';
import { m } from '../modules/kit/texts/m.ts';

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
    m.kit_default_database_url,
    m.kit_doc_database_url,
  ),
};

export type DatabaseConfig = SettingsOf<typeof databaseSettings> & { DATA_DIR: string };

/** Host, port and name of a database, without user and password. */
export function placeOfDatabase(url: string): string {
  const { hostname, port, pathname, searchParams } = new URL(url);
  return `${searchParams.get('host') ?? (hostname || 'localhost')}:${port || 5432}${pathname}`;
}
