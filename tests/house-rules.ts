import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const MOST_FILES = 25;
const LARGEST_SHARE = 0.25;

const isProduct = (file: string) =>
  /^(src|islands|modules|db)\/.*\.(tsx?|css)$/.test(file) && !/\.test\.tsx?$|\/testing\//.test(file);

/** Reports folders with too many files, and a module that is too large a share of the code. */
export function sizeFaults(root: string): string[] {
  const files = filesIn(root).filter((file) => /\.(tsx?|css)$/.test(file));
  const folders = Map.groupBy(files.filter(isProduct), dirname);
  const heaps = [...folders]
    .filter(([, own]) => own.length > MOST_FILES)
    .map(
      ([folder, own]) =>
        `${folder} holds ${own.length} files of its own; ${MOST_FILES} are a room, more a heap`,
    );
  const lines = (some: readonly string[]) =>
    some.reduce((sum, file) => sum + readFileSync(join(root, file), 'utf8').split('\n').length, 0);
  const source = files.filter((file) => /^(src|islands|modules|db|tests)\//.test(file));
  const all = lines(source);
  const modules = Map.groupBy(source, (file) => file.match(/^modules\/([^/]+)\//)?.[1]);
  const large = [...modules]
    .filter(([name, own]) => name !== undefined && lines(own) / all > LARGEST_SHARE)
    .map(([name, own]) => `modules/${name} is ${Math.round((100 * lines(own)) / all)} % of the source`);
  return [...heaps, ...large];
}

/** Files in this repository that a README mentions but that don't exist. */
export function namedFileFaults(root: string): string[] {
  const files = new Set(filesIn(root));
  const ends = new Set([...files].map((file) => file.split('/').at(-1)));
  return [...files]
    .filter((file) => file.endsWith('.md') && !file.startsWith('tests/reports/'))
    .flatMap((file) => {
      const text = readFileSync(join(root, file), 'utf8');
      const named = [...text.matchAll(/`((?:[\w.-]+\/)*[\w-][\w.-]*\.(?:tsx?|css))`/g)].map(
        ([, name = '']) => name,
      );
      return named
        .filter((name) => ends.has(name.split('/').at(-1)) || /^(src|islands|modules|db|tests)\//.test(name))
        .filter((name) => ![name, join(dirname(file), name)].some((path) => existsSync(join(root, path))))
        .filter((name) => !isRole(name))
        .map((name) => `${file} names ${name}, which is not there`);
    });
}

/** READMEs refer to the files that any module may have without their folder. */
const isRole = (name: string) =>
  /^(routes\.tsx|(settings|store|schemas|tables|compose)\.ts|modules\/tales\/tales\.ts)$/.test(name);

const FOLDERS = ['src', 'islands', 'modules', 'db', 'tests', '.github'];

const filesIn = (root: string): string[] => [
  'README.md',
  ...FOLDERS.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
      .filter((file) => /\.(tsx?|css|md)$/.test(file) && !/^tests\/\.results\/|\/node_modules\//.test(file)),
  ),
];
