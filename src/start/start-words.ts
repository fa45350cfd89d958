import { statfsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { NewerSchemaError, TextEncodingError } from '../../db/migrations.ts';
import { placeOfDatabase, SQLITE_FILE } from '../../db/settings.ts';
import { causes } from '../../modules/kit/causes.ts';
import { isUnavailable } from '../../modules/kit/unavailable.ts';
import type { Config } from '../config.ts';
import { StartFault } from './start-fault.ts';

/** Messages by error code; the arguments are the path or address, and the error's own message. */
type Words = Record<string, (what: string, message: string) => string>;

const fullDisk = (path: string) => `the disk of ${path} is full. Make room and start again.`;
/** A folder mounted into a container often belongs to a different user on the host. */
function notOurs(path: string): string {
  const [us, owner] = [process.getuid?.(), ownerOf(path)];
  const cure = 'Give it to the user that runs this, or choose another folder.';
  if (us === undefined || owner === null) return `this user can't read and write ${path}. ${cure}`;
  const whose = owner.uid === us ? '' : `, which belongs to user ${owner.uid}`;
  return `this user (${us}) can't read and write ${owner.path}${whose}. ${cure} For example: chown -R ${us} ${owner.path}`;
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

const FOLDER_WORDS: Words = {
  EACCES: notOurs,
  EPERM: notOurs,
  EROFS: (path) =>
    `${path} lies on a disk that is mounted read-only. Mount it for writing, or choose another folder.`,
  EEXIST: (path) => `${path} is a file. Move it away, or choose a folder.`,
  ENOTDIR: (path) => `a part of the path ${path} is a file. Move it away, or choose another folder.`,
  EISDIR: (path) => `${path} is a folder where a file belongs. Move it away, or choose another folder.`,
  ENOENT: (path) => `${path} is not there and can't be made. Make it, or choose another folder.`,
  ENOSPC: fullDisk,
  EDQUOT: fullDisk,
};

const SQLITE_WORDS: [RegExp, Words[string]][] = [
  [
    /^SQLITE_(NOTADB|CORRUPT)/,
    (file) =>
      `${file} is damaged, or no SQLite database. Put a backup in its place, or move it away to begin with an empty one.`,
  ],
  [/^SQLITE_FULL/, fullDisk],
  [/^SQLITE_(CANTOPEN|READONLY|PERM|AUTH)/, notOurs],
  [/^SQLITE_(BUSY|LOCKED)/, (file) => `another program holds ${file}. Stop that one and start again.`],
  [
    /^SQLITE_/,
    (file, message) => `${file} can't be used (${message}). Check its disk, or choose another folder.`,
  ],
];

const anotherName = (host: string) =>
  `${host} is neither an address of this machine nor a name for one. Set HOST to an address that it has, or to 0.0.0.0 for all.`;
const ADDRESS_WORDS: Words = {
  EADDRINUSE: (at) => `PORT: ${at} is in use already. Stop the other program, or set PORT to another one.`,
  EACCES: (at) => `PORT: this user may not listen on ${at}. Set PORT to one from 1024 on.`,
  EADDRNOTAVAIL: (at) => `HOST: ${anotherName(at)}`,
  EAFNOSUPPORT: (at) => `HOST: ${anotherName(at)}`,
  EINVAL: (at) => `HOST: ${anotherName(at)}`,
  ENOTFOUND: (at) => `HOST: ${anotherName(at)}`,
  EAI_AGAIN: (at) => `HOST: ${anotherName(at)}`,
  ERR_INVALID_ARG_TYPE: (at) => `HOST: ${anotherName(at)}`,
};

const unreachable = (at: string) =>
  `nobody answers at ${at}. Is Postgres running there, and may this machine reach it?`;
const refused = (at: string, message: string) =>
  `Postgres at ${at} does not let us in (${message}). Check user and password.`;
const noPassword = (at: string) =>
  `Postgres at ${at} asks for a password, and there is none. Write it into the address.`;
const POSTGRES_WORDS: Words = {
  ENOTFOUND: (at) => `the host of ${at} is not known. Check its name.`,
  EAI_AGAIN: (at) => `the host of ${at} can't be looked up right now. Check its name and the name server.`,
  ECONNREFUSED: unreachable,
  ECONNRESET: unreachable,
  EHOSTUNREACH: unreachable,
  ENETUNREACH: unreachable,
  ETIMEDOUT: unreachable,
  ENOENT: unreachable,
  '28000': (at, message) =>
    /no encryption/.test(message)
      ? `Postgres at ${at} lets nobody in without encryption. Add sslmode=verify-full, or sslmode=no-verify on a network of your own.`
      : refused(at, message),
  '28P01': (at, message) => (/empty/.test(message) ? noPassword(at) : refused(at, message)),
  '3D000': (at) => `there is no such database at ${at}. Make it with CREATE DATABASE, or name another one.`,
  '42501': (at, message) =>
    `the user may not change the database at ${at} (${message}). Make it the owner of that database.`,
  '25006': (at) => `the database at ${at} takes no changes. Name the primary server instead of a copy.`,
  '53100': (at) => `the disk of the database at ${at} is full. Make room there and start again.`,
  '53300': (at) => `Postgres at ${at} has no connection left. Let it take more, or stop other programs.`,
  '57P03': (at) => `Postgres at ${at} is starting or stopping. Start again when it is ready.`,
};
const POSTGRES_MESSAGES: [RegExp, Words[string]][] = [
  [/password must be a string/, noPassword],
  [/timeout/, unreachable],
  [
    /does not support SSL/i,
    (at) =>
      `Postgres at ${at} speaks without encryption only. Turn on ssl there, or on a network of your own set sslmode=disable.`,
  ],
  [
    /self[- ]signed|unable to (verify|get)|certificate/i,
    (at, message) =>
      `the certificate of ${at} is not trusted (${message}). Add sslrootcert=/path/to/ca.pem to the address; or sslmode=no-verify, which encrypts without checking whom it speaks to.`,
  ],
  [/SSL|TLS/, (at, message) => `no encrypted connection to ${at} comes about (${message}). See sslmode.`],
  [
    /terminated|closed|message/i,
    (at) => `what answers at ${at} does not speak Postgres. Check host and port.`,
  ],
];

/** Explains why DATA_DIR, or a file in it, can't be created, read, written or locked. */
export function folderFault(
  error: unknown,
  path = pathOf(error) ?? 'its folder',
  setting = 'DATA_DIR',
): unknown {
  const words = byCode(FOLDER_WORDS, error, path) ?? sqliteWords(error, path);
  return words ? new StartFault(`${setting}: ${words}`, { cause: error }) : error;
}

/** Explains why the server can't listen on its address. */
export function addressFault({ HOST, PORT }: Pick<Config, 'HOST' | 'PORT'>, error: unknown): unknown {
  const ofPort = /EADDRINUSE|EACCES/.test(codesOf(error).join());
  const words = byCode(ADDRESS_WORDS, error, ofPort ? `port ${PORT} of ${HOST}` : HOST);
  return words ? new StartFault(words, { cause: error }) : error;
}

/** Explains why the database, or another file in DATA_DIR, can't be opened. */
export function databaseFault(
  {
    DATABASE_URL: url,
    DATA_DIR: dir,
    APP_NAME: name,
  }: Pick<Config, 'DATABASE_URL' | 'DATA_DIR' | 'APP_NAME'>,
  error: unknown,
): unknown {
  const explained = (words: string) =>
    new StartFault(`${url ? 'DATABASE_URL' : 'DATA_DIR'}: ${words}`, { cause: error });
  if (error instanceof NewerSchemaError) {
    return explained(
      `a newer version of ${name} has changed this database (${error.tag}). Start that version, or bring back a backup from before.`,
    );
  }
  if (error instanceof TextEncodingError) {
    return explained(
      `the database at ${placeOfDatabase(url ?? '')} keeps its texts as ${error.encoding}. Make one with CREATE DATABASE … ENCODING 'UTF8' TEMPLATE template0.`,
    );
  }
  if (isUnavailable(error)) {
    return explained(
      url
        ? `Postgres at ${placeOfDatabase(url)} took too long to answer. See whether it is overloaded, then start again.`
        : `the disk of ${dir} took too long to answer. A slow one, or one that others keep busy, is no place for a database: start again when it is calm, or choose another folder.`,
    );
  }
  if (pathOf(error)?.startsWith(dir)) return folderFault(error);
  const words = url ? postgresWords(error, placeOfDatabase(url)) : sqliteWords(error, join(dir, SQLITE_FILE));
  return words ? explained(words) : error;
}

function sqliteWords(error: unknown, file: string): string | undefined {
  const fault = chain(error).find(({ code }) => code?.startsWith('SQLITE_'));
  if (!fault) return undefined;
  const { code = '', message } = fault;
  // A full disk shows up under many codes; the shared-memory file is often the first to fail.
  if (/^SQLITE_(IOERR|CANTOPEN)/.test(code) && !hasRoom(file)) return fullDisk(file);
  if (isFolder(file) && file.endsWith(SQLITE_FILE)) return FOLDER_WORDS.EISDIR?.(file, message);
  return SQLITE_WORDS.find(([pattern]) => pattern.test(code))?.[1]?.(file, message);
}

function postgresWords(error: unknown, at: string): string | undefined {
  const file = chain(error).find(({ syscall }) => syscall === 'open');
  if (file) return `${file.path} can't be read (${file.code}): correct sslrootcert, sslcert or sslkey.`;
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

function byCode(words: Words, error: unknown, what: string): string | undefined {
  const fault = chain(error).find(({ code }) => code !== undefined && code in words);
  return fault && words[fault.code ?? '']?.(what, fault.message);
}

function hasRoom(path: string): boolean {
  const { bavail, bsize } = statfsSync(join(path, '..'));
  return bavail * bsize >= 64 * 1024;
}

const isFolder = (path: string) => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
