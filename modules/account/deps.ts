import type { Database } from '../../db/database.ts';
import type { Auth } from '../auth/auth.ts';
import type { Billing } from '../billing/billing.ts';
import type { BillingConfig } from '../billing/contract/settings.ts';
import type { Dreams } from '../dreams/dreams.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { Clock } from '../kit/clock.ts';
import type { RateLimits } from '../kit/http/rate-limit.ts';
import type { Log } from '../kit/log.ts';
import type { PersonalData } from '../kit/personal-data.ts';
import type { Mail } from '../mail/mail.ts';
import type { SecurityLog } from '../security-log/security-log.ts';
import type { Stream } from '../stream/stream.ts';
import type { SiteConfig } from '../web/contract/settings.ts';

export interface AccountDeps extends AccountPorts {
  config: SiteConfig & BillingConfig;
  clock: Clock;
  transact: Database['transact'];
  log: Log;
  rateLimits: RateLimits;
}

export interface AccountPorts {
  auth: Auth;
  mail: Pick<Mail, 'send' | 'respell' | 'codeOptOuts'>;
  jobs: Pick<Jobs, 'enqueue' | 'runNow'>;
  dreams: Pick<Dreams, 'rememberTrials' | 'repository'>;
  stream: Pick<Stream, 'checkAccess' | 'closeLogin' | 'endOf' | 'guestClaimed'>;
  billing: Pick<Billing, 'renews' | 'shownPrices' | 'hasCustomer' | 'knownToRenew' | 'bestOf'>;
  security: Pick<SecurityLog, 'note'>;
  /** Each module's personal data, in order of erasure. */
  personalData(): readonly PersonalData[];
}
