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
import type { Recordings } from '../recordings/recordings.ts';
import type { Stream } from '../stream/stream.ts';
import type { BackupState, RestoreOutcome } from './contract/backups.ts';
import type { AdminConfig } from './contract/settings.ts';
import type { SettingChanges, SetupAnswer, SetupPartId } from './contract/setup.ts';
import type { AdminStore } from './store.ts';

type Noted = (lines: readonly string[]) => Promise<void>;

/** Every change that an operator makes goes through the module that owns it. */
export interface AdminPorts {
  auth: Pick<
    Auth,
    | 'findUser'
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
    | 'listAdminEmails'
  >;
  mail: Pick<
    Mail,
    'queue' | 'deliver' | 'compose' | 'bulk' | 'sendBulkTest' | 'delivers' | 'findMail' | 'sendAgain'
  >;
  jobs: Pick<Jobs, 'enqueue' | 'runNow'>;
  dreams: Pick<Dreams, 'repository' | 'hidden' | 'decideReports' | 'evidence'>;
  billing: Pick<
    Billing,
    'shownPrices' | 'listPayments' | 'paymentsAfter' | 'refund' | 'income' | 'sells' | 'syncAfter'
  >;
  account: {
    /** @param noted is part of the transaction. @returns when it will be erased. @throws AppError 404, 409 */
    closeForOwner(userId: string, noted: () => Promise<void>): Promise<number>;
    /** Erases it at once. @param noted is part of the transaction. @throws AppError 404, 409 */
    eraseAtOnce(userId: string, reason: string, noted: () => Promise<void>): Promise<void>;
    /** a ZIP of all that is kept about a person */
    exportOf(userId: string): ReadableStream<Uint8Array>;
  };
  setup: {
    /** how the place is set up */
    read(): Promise<SetupAnswer>;
    /** Looks whether a part works, or would with changes that are not saved. @throws AppError 400, 409 */
    test(part: SetupPartId, changes: SettingChanges | undefined): Promise<Finding[]>;
    /** Fate of a prompt that is the first of its dream. @throws AppError 400, 409 */
    classify(text: string, changes: SettingChanges | undefined): Promise<Finding[]>;
    /** whether mails would leave, rather than be written to the outbox. @throws AppError 400, 409 */
    mailLeaves(changes: SettingChanges | undefined): boolean;
    /** Sends a mail. @returns why it did not leave, or null. @throws AppError 400 for settings that are wrong */
    sendTrialMail(changes: SettingChanges | undefined, mail: TrialMail): Promise<MailFault | null>;
    /**
     * Keeps changes for the next start.
     * @param noted gets each in a line without secrets, before any is kept
     * @throws AppError 400 with every fault, 409 where they are based on others, or the environment's
     */
    save(part: SetupPartId, changes: SettingChanges, basis: string, noted: Noted): Promise<void>;
    /** Everything that selling needs at Stripe, and what is there. @throws AppError 400, also with Stripe's refusal */
    seeStripe(changes: SettingChanges, prices: WantedPrices): Promise<StripePiece[]>;
    /** Makes what is missing there, and keeps it beside the changes, as save does. */
    makeStripe(changes: SettingChanges, prices: WantedPrices, basis: string, noted: Noted): Promise<void>;
    /** Restarts the program. @param waits for live dreams. @throws AppError 409 where that can't be done from here */
    restart(waits: boolean): void;
  };
  backups: {
    read(): Promise<BackupState>;
    /** Begins one. @throws AppError 409 while another is made */
    begin(): void;
    /** @throws AppError 404 */
    open(name: string): Promise<{ size: number; stream: ReadableStream<Uint8Array> }>;
    /** @throws AppError 404 */
    remove(name: string): Promise<void>;
    /** what became of the last restore from the page */
    restored(): Promise<RestoreOutcome | null>;
    /** @returns bytes of the upload that are here. @throws AppError 409 where it goes on elsewhere */
    addPiece(at: number, bytes: Uint8Array): Promise<number>;
    /** Restarts the program with the uploaded backup in place of what is here. @throws AppError 400, 409 */
    restore(bytes: number): Promise<void>;
  };
  recordings: Pick<Recordings, 'compileAgain'>;
  stream: Pick<
    Stream,
    'isLive' | 'stopLive' | 'latestFrame' | 'closeOperator' | 'workers' | 'checkAccess' | 'quotaOf'
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
  /** looks of operators at dreams that are not shared */
  looks: AdminConfig['OPERATOR_LOOKS'];
  /** of a GPU; null where nobody has set it */
  usdPerHour: number | null;
}
