import { diagnoseSignIn } from '../../modules/auth/auth.ts';
import { diagnoseBilling } from '../../modules/billing/billing.ts';
import { systemClock } from '../../modules/kit/clock.ts';
import { error, type Finding } from '../../modules/kit/settings/finding.ts';
import { diagnoseStorage } from '../../modules/kit/storage/diagnose-storage.ts';
import { StorageError } from '../../modules/kit/storage/storage-error.ts';
import { m } from '../../modules/kit/texts/m.ts';
import { within } from '../../modules/kit/within.ts';
import { diagnoseMail } from '../../modules/mail/mail.ts';
import {
  diagnoseCredentials,
  diagnoseFonts,
  diagnoseWatermark,
} from '../../modules/recordings/recordings.ts';
import { diagnoseSafety } from '../../modules/safety/safety.ts';
import { diagnoseWorkers } from '../../modules/stream/stream.ts';
import { diagnoseVoice } from '../../modules/voice/voice.ts';
import { type Config, ConfigError } from '../config.ts';
import { openStorage } from '../open-storage.ts';
import type { OwnConfig } from '../settings/own-config.ts';
import { StartFault } from '../start/start-fault.ts';
import { databaseFault } from '../start/start-words.ts';
import { diagnoseAddress } from './diagnose-address.ts';
import { diagnoseBackups } from './diagnose-backups.ts';
import { diagnoseClock } from './diagnose-clock.ts';
import { diagnoseDatabase } from './diagnose-database.ts';
import { diagnoseFolder } from './diagnose-folder.ts';
import { diagnoseHelpers } from './diagnose-helpers.ts';
import { diagnoseMemory } from './diagnose-memory.ts';
import { diagnoseSettings } from './diagnose-settings.ts';
import { diagnoseVersions } from './diagnose-versions.ts';

/** A finding and the check that produced it. */
export interface NamedFinding extends Finding {
  check: string;
}

const TIMEOUT_MS = 60_000;

/** Runs every check, one after another. */
export async function* diagnose({ texts, ignored, read }: OwnConfig): AsyncGenerator<NamedFinding> {
  yield* named('versions', await diagnoseVersions());
  let config: Config;
  try {
    config = read();
  } catch (fault) {
    if (!(fault instanceof ConfigError)) throw fault;
    const cure = m.doctor_settings_cure();
    const faults = fault.faults.map(({ name, text }) => error(`${name}: ${text}`, cure));
    yield* named('settings', faults.length > 0 ? faults : [error(fault.message, cure)]);
    return;
  }
  yield* named('settings', diagnoseSettings(config, texts, ignored));
  for (const check of NAMES) yield* named(check, await runCheck(config, check));
}

const CHECKS = {
  'data folder': ({ DATA_DIR }) => diagnoseFolder(DATA_DIR),
  memory: diagnoseMemory,
  database: diagnoseDatabase,
  storage: (config) => diagnoseStorage(openStorage(config)),
  mail: diagnoseMail,
  'sign-in': (config) => diagnoseSignIn(config, systemClock),
  stripe: (config) => diagnoseBilling(config, systemClock),
  engines: diagnoseWorkers,
  helpers: async (config) => (await Promise.all([diagnoseHelpers(config), diagnoseVoice(config)])).flat(),
  safety: diagnoseSafety,
  'content credentials': diagnoseCredentials,
  watermark: diagnoseWatermark,
  captions: diagnoseFonts,
  backups: diagnoseBackups,
  clock: diagnoseClock,
  address: diagnoseAddress,
} satisfies Record<string, (config: Config) => Promise<Finding[]>>;
export type Check = keyof typeof CHECKS;
const NAMES = Object.keys(CHECKS) as Check[];

/** Runs one check. A failure or timeout is reported as a finding. */
export function runCheck(config: Config, check: Check): Promise<Finding[]> {
  const tooLate = () =>
    new StartFault(m.start_timeout({ seconds: TIMEOUT_MS / 1000 }), m.start_timeout_cure());
  return within(CHECKS[check](config), TIMEOUT_MS, tooLate).catch((fault) => [asFinding(config, fault)]);
}

const named = (check: string, findings: Finding[]) => findings.map((finding) => ({ check, ...finding }));

function asFinding(config: Config, fault: unknown): Finding {
  const explained = fault instanceof StorageError ? fault : databaseFault(config, fault);
  if (explained instanceof StartFault || explained instanceof StorageError)
    return error(explained.reason, explained.cure ?? m.start_timeout_cure());
  return error(explained instanceof Error ? explained.message : String(explained), m.start_timeout_cure());
}
