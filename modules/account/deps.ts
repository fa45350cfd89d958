import type { PersonalData } from '../../src/kit/personal-data.ts';
import type { AuthDeps } from '../auth/deps.ts';
import type { SessionUser } from '../auth/schemas.ts';
import type { JobsStore } from '../jobs/store.ts';
import type { AccessAnswer } from '../stream/schemas.ts';

/** What the settings page and the end of an account need, beyond signing in. */
export interface AccountDeps extends AuthDeps {
  /** how much of a plan is used */
  checkAccess(person: SessionUser): Promise<AccessAnswer>;
  /** whether a subscription goes on charging by itself */
  subscriptionRenews(userId: string): Promise<boolean>;
  jobs: Pick<JobsStore, 'enqueue'>;
  /** what each domain keeps about a person */
  personalData: readonly PersonalData[];
}
