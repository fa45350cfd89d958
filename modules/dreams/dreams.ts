import type { Auth } from '../auth/auth.ts';
import type { BillingConfig } from '../billing/contract/settings.ts';
import { defineDaily } from '../jobs/contract/define-daily.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { Mail } from '../mail/mail.ts';
import type { Kit } from '../module.ts';
import type { App, AppContext } from '../web/context.ts';
import type { SiteConfig } from '../web/contract/settings.ts';
import { readPromptMarks } from './board/list-dreams.ts';
import type { LookedAt } from './board/note-look.ts';
import { readDream, readOwnDream } from './board/read-dream.ts';
import { createCollectionStore } from './collections/collection-store.ts';
import type { Hold } from './contract/held.ts';
import type { ReportDecision } from './contract/report-reasons.ts';
import type { ReportRequest } from './contract/schemas.ts';
import type { DreamsConfig } from './contract/settings.ts';
import { cuesOf } from './conversation/captions.ts';
import { registerConversation } from './conversation/conversation-routes.ts';
import { createConversationStore } from './conversation/conversation-store.ts';
import { createDreamsPersonalData } from './personal-data.ts';
import type { Admission } from './queries/admission.ts';
import type { OpenAudience } from './queries/audiences.ts';
import type { Dream, DreamEnd, DreamStart, SpokenPrompt } from './queries/live.ts';
import { decideReports } from './reports/decide-reports.ts';
import { createEvidence } from './reports/evidence.ts';
import { createFileReport, defineReportJobs } from './reports/file-report.ts';
import { type FlaggedAs, holdFlagged, holdReported, mailOwner } from './reports/hold-dream.ts';
import { defineReportJob, mailAdmins, remindAdmins } from './reports/mail-operators.ts';
import { type ReceivedReport, receiveReport } from './reports/receive-report.ts';
import { createDreamRepository, type DreamRepository } from './repository.ts';
import { registerDreams } from './routes.tsx';
import { createViews } from './sharing/count-view.ts';
import { createTrialTraces } from './sharing/trial-trace.ts';
import { createDreamsStore } from './store.ts';
import { createFileEraser } from './trash/erase-files.ts';
import { createRetention, expireDreams } from './trash/expire-dreams.ts';
import { createTrashPurge, purgeHidden } from './trash/purge-hidden.ts';
import { createPurgeStore } from './trash/purge-store.ts';
import { registerTrash } from './trash/trash-routes.tsx';

export { createDreamsLedger } from './ledger.ts';

const DAY_MS = 24 * 3600_000;

export type Dreams = ReturnType<typeof createDreams>;
export type { ShownDream } from './collections/collection-store.ts';
export { PAGE, pageOf } from './collections/page-of.ts';
export { EmbedPage } from './embed/embed-page.tsx';
export { ReportForm, type SentReport } from './pages/report-form.tsx';
export { ShelfPage } from './pages/shelf.tsx';
export { answerReportForm } from './reports/report-form-answer.tsx';
export type { Admission, Dream, DreamEnd, DreamRepository, DreamStart, LookedAt, OpenAudience, SpokenPrompt };
export { readDream, readOwnDream };

export interface DreamsPorts {
  auth: Pick<Auth, 'findUser' | 'isClosed' | 'languageOf' | 'listOperators'>;
  mail: Pick<Mail, 'send' | 'queue'>;
  jobs: Pick<Jobs, 'enqueue' | 'runNow'>;
  /** Deletes other modules' remains of a dream, such as an uncompiled recording or the owner of its RunPod jobs. */
  dropElsewhere(dreamId: string): Promise<void>;
  lookedAt: LookedAt;
  /** Compile progress of videos, 0–1 by dream id. */
  compileProgress(dreamIds: readonly string[]): Promise<ReadonlyMap<string, number>>;
}

/** Stores dreams from request to purge, and serves the dreamboard, the dreams' pages, conversations and sharing. */
export function createDreams(kit: Kit<DreamsConfig & BillingConfig & SiteConfig>, ports: DreamsPorts) {
  const { config, db, clock, log, storage, rateLimits } = kit;
  const { auth, mail, jobs, dropElsewhere } = ports;
  const repository = createDreamRepository(db, clock);
  const store = createDreamsStore(db, clock);
  const collections = createCollectionStore(db, clock);
  const trials = createTrialTraces({
    db,
    clock,
    traceOf: kit.traceOf,
    months: config.TRIAL_TRACE_MONTHS,
    charged: repository,
  });
  const reports = { config, clock, store, mail, auth, jobs };
  const fileReport = createFileReport({ clock, store, jobs });
  const { findUser } = auth;
  const toOwner = (dreamId: string, hold: Hold) =>
    mailOwner({ config, mail, repository, auth }, dreamId, hold);
  const evidence = createEvidence({ store, repository, storage, jobs, clock, log, findUser });
  const decide = (dreamId: string, decision: ReportDecision) =>
    decideReports({ config, store, mail, evidence }, dreamId, decision);
  /** Run before a dream is deleted for good. */
  const settle = async (dreamId: string) => {
    await db.transact(() => decide(dreamId, 'gone'));
    await evidence.secure(dreamId);
  };
  const exists = async (dreamId: string) => (await repository.find(dreamId)) !== null;
  const files = createFileEraser({ storage, jobs, exists, dropElsewhere });
  const purge = { store: createPurgeStore(kit), log, eraseFiles: files.eraseFiles, settle };
  const trash = createTrashPurge(purge, jobs);
  const views = createViews({ store, clock, log, rateLimits });
  const dueBefore = () => Math.max(0, clock.now() - config.HIDDEN_DAYS * DAY_MS);
  const receive = (report: ReceivedReport) =>
    receiveReport({ config, transact: db.transact, rateLimits, mail, fileReport, jobs }, report);
  const retention = createRetention(config, auth.findUser);

  return {
    register(app: App) {
      registerDreams(app, {
        store,
        collections,
        storage,
        clock,
        rateLimits,
        isClosed: auth.isClosed,
        findUser: auth.findUser,
        lookedAt: ports.lookedAt,
        compileProgress: ports.compileProgress,
        views,
        receiveReport: receive,
      });
      registerTrash(app, {
        store,
        clock,
        hiddenDays: config.HIDDEN_DAYS,
        keptDays: retention.keptDays,
        purgeSoon: trash.purgeSoon,
      });
      registerConversation(app, { store, conversations: createConversationStore(db), clock, rateLimits });
    },
    jobs: [
      defineReportJob(reports),
      ...defineReportJobs({
        store,
        mailAdmins: (reportId, dreamId) => mailAdmins(reports, reportId, dreamId),
        remindAdmins: (reportId) => remindAdmins(reports, reportId),
        holdReported: (dreamId) =>
          db.transact(() => holdReported({ config, log, store, repository, mailOwner: toOwner }, dreamId)),
      }),
      evidence.job,
      trash.job,
      files.job,
    ],
    schedules: [
      defineDaily('expire-dreams', '00:00', (signal) =>
        expireDreams({ ...purge, ...retention, clock }, signal),
      ),
      defineDaily('forget-trials', '00:20', trials.dropEnded),
      defineDaily('erase-evidence', '00:25', evidence.eraseOld),
      defineDaily('forget-visitors', '00:05', views.dropVisitors),
      defineDaily('keep-words', '00:15', store.updateAllSearchText),
      defineDaily('purge-hidden', '00:10', (signal) =>
        purgeHidden({ ...purge, before: dueBefore() }, signal),
      ),
    ],
    personalData: createDreamsPersonalData({ db, storage, eraseFiles: files.eraseFiles, settle }),

    /** Files a report about a live dream by someone who watches it. @returns its number, for the reporter */
    async reportLive(c: AppContext, dreamId: string, given: ReportRequest): Promise<string> {
      const userId = c.get('person')?.id ?? null;
      const reporter = userId ?? (await views.nameReporter(c, dreamId));
      return receive({ dreamId, userId, reporter, ...given });
    },

    /** Captions of a dream's film as everyone with its link sees them, in seconds. */
    async cuesOf(dreamId: string): Promise<{ from: number; to: number; text: string }[]> {
      const dream = await store.find(dreamId, '');
      return dream ? cuesOf(await readPromptMarks(store, dream), (dream.durationMs ?? 0) / 1000) : [];
    },
    /** For modules that generate and record dreams. */
    repository,
    /** For public profiles, which show one. */
    collections,
    /**
     * Closes a dream's link until an operator has looked at it. @param flagged the finding; null if the frames couldn't
     * be checked
     */
    hold: (dreamId: string, flagged: FlaggedAs | null) =>
      db.transact(() => holdFlagged({ repository, fileReport, mailOwner: toOwner }, dreamId, flagged)),
    /** Decides a dream's open reports. Call within a transaction. @returns the number of reports */
    decideReports: decide,
    evidence,
    rememberTrials: trials.remember,
    recallTrials: trials.recall,
    hidden: {
      /** Days during which a deleted dream can be restored. */
      days: config.HIDDEN_DAYS,
      /** Number of hidden dreams: due for the purge, and still restorable. */
      count: () => purge.store.countHidden(dueBefore()),
      /** Purges the hidden dreams that are due, or all of them. @returns how many */
      purge: (which: 'due' | 'all') =>
        purgeHidden(
          { ...purge, before: which === 'due' ? dueBefore() : clock.now() },
          new AbortController().signal,
        ),
    },
  };
}
