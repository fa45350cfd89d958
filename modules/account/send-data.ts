import { inCodes } from '../kit/texts/in-codes.ts';
import { m } from '../kit/texts/m.ts';
import type { AppContext } from '../web/context.ts';
import type { AccountDeps } from './deps.ts';
import { exportData } from './export-data.ts';

/** Sends people everything stored about them. @throws AppError 429 */
export async function sendData(
  c: AppContext,
  deps: Pick<AccountDeps, 'auth' | 'clock' | 'config' | 'personalData' | 'rateLimits'>,
  userId: string,
): Promise<Response> {
  const { auth, clock, config } = deps;
  await deps.rateLimits.take('export', userId);
  await auth.noteInSecurityLog(c, 'account', userId, inCodes(m.account_log_data));
  const day = new Date(clock.now()).toISOString().slice(0, 10);
  return c.body(exportData(deps.personalData(), userId), 200, {
    'Content-Type': 'application/zip',
    'Content-Disposition': `attachment; filename="${plainName(config.APP_NAME)}-data-${day}.zip"`,
    'Cache-Control': 'no-store',
  });
}

/** The product's name, safe for headers and file systems. `my` for a name without Latin letters or digits. */
const plainName = (name: string) =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '') || 'my';
