import type { AdminPorts } from '../../modules/admin/admin.ts';
import type {
  SettingChanges,
  SetupField,
  SetupPart,
  SetupPartId,
} from '../../modules/admin/contract/setup.ts';
import { makeAtStripe, missingAtStripe, refusal } from '../../modules/billing/billing.ts';
import { utcText } from '../../modules/kit/clock.ts';
import { AppError, badRequest } from '../../modules/kit/errors.ts';
import { newId } from '../../modules/kit/ids.ts';
import type { Finding } from '../../modules/kit/settings/finding.ts';
import { inCodes } from '../../modules/kit/texts/in-codes.ts';
import { m } from '../../modules/kit/texts/m.ts';
import { sendTrialMail } from '../../modules/mail/mail.ts';
import type { Kit } from '../../modules/module.ts';
import { classifyText } from '../../modules/safety/safety.ts';
import type { EngineSetup } from '../../modules/stream/stream.ts';
import {
  type Config,
  ConfigError,
  isSecretSetting,
  readConfig,
  type SettingName,
  settings,
} from '../config.ts';
import type { Check } from '../doctor/diagnose.ts';
import { type Environment, given } from '../settings/environment.ts';
import {
  type KeptSettings,
  readKeptSettings,
  revisionOf,
  type Texts,
  writeKeptSettings,
} from '../settings/kept-settings.ts';
import type { Restart } from '../start/restart.ts';
import { changedTexts, wrongSettings } from './changed-texts.ts';
import { FIELDS, kindOf } from './fields.ts';
import { describeParts } from './parts.ts';
import { createReleases } from './releases.ts';
import { tryEngine } from './try-engine.ts';

const TESTS: Record<SetupPartId, Check[]> = {
  address: ['address'],
  mail: ['mail'],
  'sign-in': ['sign-in'],
  plans: ['stripe'],
  engine: ['engines'],
  helpers: ['helpers'],
  safety: ['safety'],
  dreams: ['memory', 'content credentials', 'watermark', 'captions'],
  storage: ['database', 'storage'],
  backups: ['backups'],
  server: ['clock'],
};

export interface SetupProcess {
  /** The environment that the program was started with. */
  environment: Environment;
  /** null when the program runs inside another one. */
  restart: Restart | null;
}

export interface SetupPorts {
  engines: EngineSetup;
  /** Sentences about what could not be checked recently. */
  safetyTroubles(): string[];
}

/**
 * The setup page: the state of each part, and the settings, which are kept in DATA_DIR and yield to the environment.
 */
export function createSetup(
  { config, clock, log }: Pick<Kit<Config>, 'config' | 'clock' | 'log'>,
  { engines, safetyTroubles }: SetupPorts,
  { environment, restart }: SetupProcess,
): AdminPorts['setup'] {
  const run = newId();
  const readVersion = createReleases({ RELEASES_URL: config.RELEASES_URL, clock, log });
  const isSet = (name: string) => Boolean(environment[name]?.trim());
  const isLocked = isSet('NODE_URL');
  const read = (): KeptSettings => readKeptSettings(config.DATA_DIR);
  /** The kept settings that this run was started with. */
  const started = isLocked ? {} : read().texts;

  const keptNow = (): KeptSettings => (isLocked ? { texts: {}, previous: null, refused: null } : read());

  const pending = ({ texts }: KeptSettings): string[] =>
    [...new Set([...Object.keys(texts), ...Object.keys(started)])].filter(
      (name) => texts[name] !== started[name] && !isSet(name),
    );

  /** @throws AppError 400 listing every fault */
  function readChanged(texts: Texts): Config {
    try {
      return readConfig({ ...texts, ...given(environment) });
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      throw wrongSettings(error.faults);
    }
  }

  /** The settings after the changes. @throws AppError 400, 409 */
  function changed(part: SetupPartId, changes: SettingChanges): Texts {
    if (isLocked) throw new AppError(409, 'locked', m.setup_shared());
    return changedTexts(read().texts, environment, part, changes);
  }

  /** The config of the next start. If the settings file is invalid, the config of this run. */
  function nextConfig(): Config {
    const kept = keptNow();
    try {
      return pending(kept).length > 0 ? readConfig({ ...kept.texts, ...given(environment) }) : config;
    } catch (error) {
      if (error instanceof ConfigError) return config;
      throw error;
    }
  }

  /** The config after a part's unsaved changes. @throws AppError 400, 409 */
  const candidate = (part: SetupPartId, changes: SettingChanges | undefined): Config =>
    changes ? readChanged(changed(part, changes)) : nextConfig();

  /** @throws AppError 409 if the settings have changed since */
  function assertBasis(basis: string): void {
    if (revisionOf(read().texts) === basis) return;
    throw new AppError(409, 'changed-meanwhile', m.setup_error_changed());
  }

  let lastKept: Promise<void> = Promise.resolve();

  /** Saves are serialized: the file isn't in the database, so concurrent changes would overwrite each other. */
  function keep(
    part: SetupPartId,
    changes: SettingChanges,
    basis: string,
    noted: (lines: readonly string[]) => Promise<void>,
  ): Promise<void> {
    const kept = lastKept.then(keepNow);
    lastKept = kept.catch(() => {});
    return kept;

    async function keepNow(): Promise<void> {
      const texts = changed(part, changes);
      assertBasis(basis);
      readChanged(texts);
      const kept = read();
      await noted(
        Object.keys(changes)
          .filter((name) => kept.texts[name] !== texts[name])
          .map((name) => changeText(name, shown(name, kept.texts[name]), shown(name, texts[name]))),
      );
      writeKeptSettings(config.DATA_DIR, { texts, previous: kept.previous ?? started, refused: null });
    }
  }

  function fieldsOf(part: SetupPartId, { texts }: KeptSettings, waits: string[]): SetupField[] {
    const { main, more = [] } = FIELDS[part];
    const field = ([name, label]: readonly [SettingName, () => string], isRare: boolean): SetupField => {
      const { shown, doc, isSecret } = settings[name];
      const text = (isSet(name) ? environment[name]?.trim() : texts[name]) ?? '';
      return {
        name,
        label: label(),
        doc: plainText(doc()),
        shown: shown === '–' ? '' : typeof shown === 'string' ? shown : plainText(shown()),
        ...kindOf(name),
        text: isSecret ? '' : text,
        isSet: text !== '',
        isLocked: isSet(name),
        isPending: waits.includes(name),
        isRare,
      };
    };
    return [...main.map((one) => field(one, false)), ...more.map((one) => field(one, true))];
  }

  return {
    async read() {
      const kept = keptNow();
      const waits = pending(kept);
      const parts = (await describeParts(nextConfig(), engines, safetyTroubles())).map(
        (part): SetupPart => ({ ...part, fields: fieldsOf(part.id, kept, waits) }),
      );
      return {
        version: readVersion(),
        parts,
        basis: revisionOf(kept.texts),
        locked: isLocked ? m.setup_shared() : null,
        refused: kept.refused && { ...kept.refused, at: utcText(kept.refused.at) },
        restart: {
          run,
          pending: waits,
          isPossible: restart !== null && !isLocked,
          liveDreams: restart?.liveDreams() ?? 0,
          isWaiting: restart?.isWaiting() ?? false,
        },
      };
    },

    async test(part, changes): Promise<Finding[]> {
      const waits = pending(keptNow());
      const isRunning = !changes && !fieldsOf(part, keptNow(), waits).some(({ isPending }) => isPending);
      if (part === 'engine' && isRunning) return engines.test();
      const tested = candidate(part, changes);
      // In a child process, because a model would stay in the server's memory.
      if (part === 'engine') return tryEngine({ ...changed(part, changes ?? {}), ...given(environment) });
      // Imported on demand: it loads everything that can be checked and is rarely used.
      const { runCheck } = await import('../doctor/diagnose.ts');
      return (await Promise.all(TESTS[part].map((check) => runCheck(tested, check)))).flat();
    },

    classify: (text, changes) => classifyText(candidate('safety', changes), text),

    mailLeaves: (changes) => candidate('mail', changes).SMTP_URL !== undefined,

    sendTrialMail: (changes, mail) => sendTrialMail(candidate('mail', changes), mail),

    save: keep,

    seeStripe: (changes, prices) => atStripe(missingAtStripe(candidate('plans', changes), prices)),

    async makeStripe(changes, prices, basis, noted) {
      assertBasis(basis);
      const made = await atStripe(makeAtStripe(candidate('plans', changes), prices));
      await keep('plans', { ...changes, ...made }, basis, noted);
    },

    restart(waits) {
      if (isLocked || !restart)
        throw new AppError(409, 'by-hand', isLocked ? m.setup_shared() : m.setup_error_by_hand());
      restart.begin(waits);
    },
  };
}

/** Without the Markdown of the README's table. */
const plainText = (text: string) => text.replace(/\[([^[\]]+)\]\([^()]*\)/g, '$1').replaceAll('`', '');

const shown = (name: string, text: string | undefined): string => {
  if (text === undefined) return inCodes(m.setup_audit_unset);
  return isSecretSetting(name) ? inCodes(m.setup_audit_secret) : text;
};

const changeText = (name: string, from: string, to: string): string =>
  inCodes(() => m.setup_audit_change({ name, from, to }));

/** @throws AppError 400 with Stripe's reason */
async function atStripe<T>(asked: Promise<T>): Promise<T> {
  try {
    return await asked;
  } catch (fault) {
    if (fault instanceof AppError) throw fault;
    const { text, cure } = refusal(fault);
    const reason = text.replace(/^./, (first) => first.toUpperCase());
    throw badRequest(cure === null ? reason : m.start_fault({ reason, cure }));
  }
}
