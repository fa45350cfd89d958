import { statfsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { NewerSchemaError, TextEncodingError } from '../../db/migrations.ts';
import { placeOfDatabase, SQLITE_FILE } from '../../db/settings.ts';
import { causes } from '../../modules/kit/causes.ts';
import { m } from '../../modules/kit/texts/m.ts';
import { isUnavailable } from '../../modules/kit/unavailable.ts';
import type { Config } from '../config.ts';
import { StartFault } from './start-fault.ts';

/** Why something failed, and the cure. */
type Words = readonly [reason: string, cure: string];
/** The arguments are the path or address, and the error's own message. */
type Explain = (what: string, message: string) => Words;
type ByCode = Record<string, Explain>;

const fullDisk: Explain = (path) => [m.start_disk_full({ path }), m.start_disk_full_cure()];
/** A folder mounted into a container often belongs to a different user on the host. */
function notOurs(path: string): Words {
  const [us, owner] = [process.getuid?.(), ownerOf(path)];
  if (us === undefined || owner === null)
    return [m.start_not_ours_windows({ path }), m.start_not_ours_windows_cure()];
  const user = String(us);
  return [
    owner.uid === us
      ? m.start_not_ours({ user, path: owner.path })
      : m.start_not_ours_owned({ user, path: owner.path, owner: String(owner.uid) }),
    m.start_not_ours_cure({ user, path: owner.path }),
  ];
}

/** Owner of the file, or of its nearest accessible parent folder. */
function ownerOf(path: string): { path: string; uid: number } | null {
  try {
    const found = statSync(path, { throwIfNoEntry: false });
    if (found) return { path, uid: found.uid };
  } catch {
    // A parent folder isn't accessible to this user.
  }
  return dirname(path) === path ? null : ownerOf(dirname(path));
}

const FOLDER_WORDS: ByCode = {
  EACCES: notOurs,
  EPERM: notOurs,
  EROFS: (path) => [m.start_read_only({ path }), m.start_read_only_cure()],
  EEXIST: (path) => [m.start_is_file({ path }), m.start_is_file_cure()],
  ENOTDIR: (path) => [m.start_file_in_path({ path }), m.start_file_in_path_cure()],
  EISDIR: (path) => [m.start_is_folder({ path }), m.start_is_folder_cure()],
  ENOENT: (path) => [m.start_no_folder({ path }), m.start_no_folder_cure()],
  ENOSPC: fullDisk,
  EDQUOT: fullDisk,
};

const SQLITE_WORDS: [RegExp, Explain][] = [
  [/^SQLITE_(NOTADB|CORRUPT)/, (file) => [m.start_sqlite_damaged({ file }), m.start_sqlite_damaged_cure()]],
  [/^SQLITE_FULL/, fullDisk],
  [/^SQLITE_(CANTOPEN|READONLY|PERM|AUTH)/, notOurs],
  [/^SQLITE_(BUSY|LOCKED)/, (file) => [m.start_sqlite_locked({ file }), m.start_sqlite_locked_cure()]],
  [/^SQLITE_/, (file, message) => [m.start_sqlite_other({ file, message }), m.start_sqlite_other_cure()]],
];

const unreachable: Explain = (place) => [m.start_pg_unreachable({ place }), m.start_pg_unreachable_cure()];
const refused: Explain = (place, message) => [
  m.start_pg_refused({ place, message }),
  m.start_pg_refused_cure(),
];
const noPassword: Explain = (place) => [m.start_pg_no_password({ place }), m.start_pg_no_password_cure()];
const POSTGRES_WORDS: ByCode = {
  ENOTFOUND: (place) => [m.start_pg_unknown_host({ place }), m.start_pg_unknown_host_cure()],
  EAI_AGAIN: (place) => [m.start_pg_lookup({ place }), m.start_pg_lookup_cure()],
  ECONNREFUSED: unreachable,
  ECONNRESET: unreachable,
  EHOSTUNREACH: unreachable,
  ENETUNREACH: unreachable,
  ETIMEDOUT: unreachable,
  ENOENT: unreachable,
  '28000': (place, message) =>
    /no encryption/.test(message)
      ? [m.start_pg_unencrypted({ place }), m.start_pg_unencrypted_cure()]
      : refused(place, message),
  '28P01': (place, message) => (/empty/.test(message) ? noPassword : refused)(place, message),
  '3D000': (place) => [m.start_pg_no_database({ place }), m.start_pg_no_database_cure()],
  '42501': (place, message) => [m.start_pg_rights({ place, message }), m.start_pg_rights_cure()],
  '25006': (place) => [m.start_pg_read_only({ place }), m.start_pg_read_only_cure()],
  '53100': (place) => [m.start_pg_disk_full({ place }), m.start_pg_disk_full_cure()],
  '53300': (place) => [m.start_pg_connections({ place }), m.start_pg_connections_cure()],
  '57P03': (place) => [m.start_pg_starting({ place }), m.start_pg_starting_cure()],
};
/** For errors of the client library, which have no codes. */
const POSTGRES_MESSAGES: [RegExp, Explain][] = [
  [/password must be a string/, noPassword],
  [/timeout/, unreachable],
  [/does not support SSL/i, (place) => [m.start_pg_no_ssl({ place }), m.start_pg_no_ssl_cure()]],
  [
    /self[- ]signed|unable to (verify|get)|certificate/i,
    (place, message) => [m.start_pg_certificate({ place, message }), m.start_pg_certificate_cure()],
  ],
  [/SSL|TLS/, (place, message) => [m.start_pg_ssl({ place, message }), m.start_pg_ssl_cure()]],
  [/terminated|closed|message/i, (place) => [m.start_pg_foreign({ place }), m.start_pg_foreign_cure()]],
];

/** Explains why DATA_DIR, or a file in it, can't be created, read, written or locked. */
export function folderFault(
  error: unknown,
  path = pathOf(error) ?? 'its folder',
  setting = 'DATA_DIR',
): unknown {
  const words = byCode(FOLDER_WORDS, error, path) ?? sqliteWords(error, path);
  return words ? startFault(setting, words, error) : error;
}

const startFault = (setting: string, [reason, cure]: Words, cause: unknown) =>
  new StartFault(`${setting}: ${reason}`, cure, { cause });

/** Explains why the server can't listen on its address. */
export function addressFault({ HOST, PORT }: Pick<Config, 'HOST' | 'PORT'>, error: unknown): unknown {
  const port = { host: HOST, port: String(PORT) };
  const code = codesOf(error).find((one) => one === 'EADDRINUSE' || one === 'EACCES' || HOST_CODES.has(one));
  if (code === 'EADDRINUSE')
    return startFault('PORT', [m.start_port_used(port), m.start_port_used_cure()], error);
  if (code === 'EACCES')
    return startFault('PORT', [m.start_port_forbidden(port), m.start_port_forbidden_cure()], error);
  return code ? startFault('HOST', [m.start_host({ host: HOST }), m.start_host_cure()], error) : error;
}

const HOST_CODES = new Set([
  'EADDRNOTAVAIL',
  'EAFNOSUPPORT',
  'EINVAL',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ERR_INVALID_ARG_TYPE',
]);

/** Explains why the database, or another file in DATA_DIR, can't be opened. */
export function databaseFault(
  {
    DATABASE_URL: url,
    DATA_DIR: dir,
    APP_NAME: name,
  }: Pick<Config, 'DATABASE_URL' | 'DATA_DIR' | 'APP_NAME'>,
  error: unknown,
): unknown {
  const explained = (words: Words) => startFault(url ? 'DATABASE_URL' : 'DATA_DIR', words, error);
  if (error instanceof NewerSchemaError)
    return explained([m.start_newer({ name, tag: error.tag }), m.start_newer_cure()]);
  if (error instanceof TextEncodingError) {
    const place = placeOfDatabase(url ?? '');
    return explained([m.start_encoding({ place, encoding: error.encoding }), m.start_encoding_cure()]);
  }
  if (isUnavailable(error)) {
    return explained(
      url
        ? [m.start_pg_slow({ place: placeOfDatabase(url) }), m.start_pg_slow_cure()]
        : [m.start_disk_slow({ path: dir }), m.start_disk_slow_cure()],
    );
  }
  if (pathOf(error)?.startsWith(dir)) return folderFault(error);
  const words = url ? postgresWords(error, placeOfDatabase(url)) : sqliteWords(error, join(dir, SQLITE_FILE));
  return words ? explained(words) : error;
}

function sqliteWords(error: unknown, file: string): Words | undefined {
  const fault = chain(error).find(({ code }) => code?.startsWith('SQLITE_'));
  if (!fault) return undefined;
  const { code = '', message } = fault;
  // A full disk shows up under many codes; the shared-memory file is often the first to fail.
  if (/^SQLITE_(IOERR|CANTOPEN)/.test(code) && !hasRoom(file)) return fullDisk(file, message);
  if (isFolder(file) && file.endsWith(SQLITE_FILE)) return FOLDER_WORDS.EISDIR?.(file, message);
  return SQLITE_WORDS.find(([pattern]) => pattern.test(code))?.[1]?.(file, message);
}

function postgresWords(error: unknown, at: string): Words | undefined {
  const file = chain(error).find(({ syscall }) => syscall === 'open');
  if (file?.path)
    return [m.start_pg_file({ path: file.path, code: file.code ?? '' }), m.start_pg_file_cure()];
  const words = byCode(POSTGRES_WORDS, error, at);
  if (words) return words;
  // An error that Postgres reports about a statement is a bug in the program.
  const [fault] = chain(error);
  if (!fault || chain(error).some((one) => 'severity' in one)) return undefined;
  return POSTGRES_MESSAGES.find(([pattern]) => pattern.test(fault.message))?.[1]?.(at, fault.message);
}

/** Part of an error. Non-text codes, as in browser and FFmpeg errors, are dropped. */
interface Fault {
  message: string;
  code?: string;
  path?: string;
  syscall?: string;
  /** Only set on errors reported by Postgres. */
  severity?: unknown;
}

const chain = (error: unknown): Fault[] =>
  causes(error).map((one) => {
    const { code, path, syscall } = one as NodeJS.ErrnoException;
    return {
      message: one.message,
      ...('severity' in one && { severity: one.severity }),
      ...(typeof code === 'string' && { code }),
      ...(typeof path === 'string' && { path }),
      ...(typeof syscall === 'string' && { syscall }),
    };
  });

const pathOf = (error: unknown) => chain(error).find(({ path }) => path !== undefined)?.path;
const codesOf = (error: unknown) => chain(error).flatMap(({ code }) => code ?? []);

function byCode(words: ByCode, error: unknown, what: string): Words | undefined {
  const fault = chain(error).find(({ code }) => code !== undefined && code in words);
  return fault && words[fault.code ?? '']?.(what, fault.message);
}

function hasRoom(path: string): boolean {
  const { bavail, bsize } = statfsSync(join(path, '..'));
  return bavail * bsize >= 64 * 1024;
}

const isFolder = (path: string) => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
