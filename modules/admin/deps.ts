import type { Database } from '../../db/database.ts';
import type { Auth } from '../auth/auth.ts';
import type { Billing, StripePiece, WantedPrices } from '../billing/billing.ts';
import type { Dreams } from '../dreams/dreams.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { Clock } from '../kit/clock.ts';
import type { RateLimits } from '../kit/http/rate-limit.ts';
import type { Log } from '../kit/log.ts';
import type { Finding } from '../kit/settings/finding.ts';
import type { Disk } from '../kit/storage/disk.ts';
import type { Mail, MailFault, TrialMail } from '../mail/mail.ts';
import type { Profiles } from '../profiles/profiles.ts';
import type { Recordings } from '../recordings/recordings.ts';
import type { Stream } from '../stream/stream.ts';
import type { BackupState, RestoreOutcome } from './contract/backups.ts';
import type { AdminConfig } from './contract/settings.ts';
import type { SettingChanges, SetupAnswer, SetupPartId } from './contract/setup.ts';
import type { AdminStore } from './store.ts';

type Noted = (lines: readonly string[]) => Promise<void>;

/** Every change by an operator goes through the module that owns the data. */
export interface AdminPorts {
  auth: Pick<
    Auth,
    | 'findUser'
    | 'apiTokens'
    | 'changeRole'
    | 'suspend'
    | 'liftSuspension'
    | 'suspensionOf'
    | 'addressesOf'
    | 'blockValue'
    | 'isBlockedBy'
    | 'listBlocks'
    | 'addBlock'
    | 'removeBlock'
    | 'countOutlivingSuspensions'
    | 'liftOutliving'
    | 'givePlan'
    | 'takePlan'
    | 'lastGiven'
    | 'requireOperatorProof'
    | 'correct'
    | 'languageOf'
    | 'listOperators'
  >;
  mail: Pick<
    Mail,
    'queue' | 'deliver' | 'compose' | 'bulk' | 'sendBulkTest' | 'delivers' | 'findMail' | 'sendAgain'
  >;
  jobs: Pick<Jobs, 'enqueue' | 'runNow'>;
  dreams: Pick<Dreams, 'repository' | 'hidden' | 'decideReports' | 'evidence'>;
  profiles: Pick<
    Profiles,
    'find' | 'listReported' | 'listTakenDown' | 'takeDown' | 'putBack' | 'decideReports'
  >;
  billing: Pick<
    Billing,
    'shownPrices' | 'listPayments' | 'paymentsAfter' | 'refund' | 'income' | 'sells' | 'syncAfter'
  >;
  account: {
    /** @param noted runs in the same transaction. @returns when it will be erased. @throws AppError 404, 409 */
    closeForOwner(userId: string, noted: () => Promise<void>): Promise<number>;
    /** Erases the account immediately. @param noted runs in the same transaction. @throws AppError 404, 409 */
    eraseAtOnce(userId: string, reason: string, noted: () => Promise<void>): Promise<void>;
    /** a ZIP with everything stored about a user */
    exportOf(userId: string): ReadableStream<Uint8Array>;
  };
  setup: {
    /** the installation's current setup */
    read(): Promise<SetupAnswer>;
    /** Checks whether a part works, or would work with unsaved changes. @throws AppError 400, 409 */
    test(part: SetupPartId, changes: SettingChanges | undefined): Promise<Finding[]>;
    /** The verdict on a prompt as the first of a dream. @throws AppError 400, 409 */
    classify(text: string, changes: SettingChanges | undefined): Promise<Finding[]>;
    /** true if mails would be sent rather than written to the outbox. @throws AppError 400, 409 */
    mailLeaves(changes: SettingChanges | undefined): boolean;
    /** Sends a mail. @returns why it failed, or null. @throws AppError 400 for invalid settings */
    sendTrialMail(changes: SettingChanges | undefined, mail: TrialMail): Promise<MailFault | null>;
    /**
     * Saves changes for the next start.
     * @param noted gets each change as a line without secrets, before any is saved
     * @throws AppError 400 listing every fault; 409 if they are based on older settings or set by the environment
     */
    save(part: SetupPartId, changes: SettingChanges, basis: string, noted: Noted): Promise<void>;
    /**
     * Everything that selling needs at Stripe, and which of it exists. @throws AppError 400, also when Stripe refuses
     */
    seeStripe(changes: SettingChanges, prices: WantedPrices): Promise<StripePiece[]>;
    /** Creates what is missing at Stripe and saves it with the changes, like save. */
    makeStripe(changes: SettingChanges, prices: WantedPrices, basis: string, noted: Noted): Promise<void>;
    /** Restarts the program. @param waits for live dreams. @throws AppError 409 if it can't be restarted from here */
    restart(waits: boolean): void;
  };
  backups: {
    read(): Promise<BackupState>;
    /** Starts a backup. @throws AppError 409 while another is running */
    begin(): void;
    /** @throws AppError 404 */
    open(name: string): Promise<{ size: number; stream: ReadableStream<Uint8Array> }>;
    /** @throws AppError 404 */
    remove(name: string): Promise<void>;
    /** the outcome of the last restore from the page */
    restored(): Promise<RestoreOutcome | null>;
    /** @returns the number of bytes uploaded so far. @throws AppError 409 if the upload continues elsewhere */
    addPiece(at: number, bytes: Uint8Array): Promise<number>;
    /** Restarts the program, replacing all data with the uploaded backup. @throws AppError 400, 409 */
    restore(bytes: number): Promise<void>;
  };
  recordings: Pick<Recordings, 'compileAgain'>;
  stream: Pick<
    Stream,
    | 'isLive'
    | 'stopLive'
    | 'latestFrame'
    | 'watching'
    | 'closeOperator'
    | 'closeLogin'
    | 'workers'
    | 'checkAccess'
    | 'quotaOf'
  >;
}

export interface AdminDeps extends AdminPorts {
  store: AdminStore;
  transact: Database['transact'];
  patiently: Database['patiently'];
  clock: Clock;
  log: Log;
  rateLimits: RateLimits;
  disk: Disk;
  appName: string;
  /** policy for operators viewing dreams that aren't shared */
  looks: AdminConfig['OPERATOR_LOOKS'];
  /** price of a GPU; null if not set */
  usdPerHour: number | null;
}
