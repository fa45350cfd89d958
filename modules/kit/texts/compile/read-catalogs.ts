import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A catalog file: the texts of one part of the program in one language. */
export interface Catalog {
  /** Path relative to the root. */
  file: string;
  locale: string;
  /** Prefix of its keys, from its folder names, because all keys share one namespace. */
  prefix: string;
  content: string;
}

/** All catalogs, sorted by name: `messages/<locale>.json` in modules, their folders, and folders of src/. */
export function readCatalogs(root: string): Catalog[] {
  return ['modules', 'src']
    .flatMap((floor) => foldersIn(root, floor))
    .flatMap((folder) => [folder, ...foldersIn(root, folder)])
    .filter((folder) => existsSync(join(root, folder, 'messages')))
    .sort()
    .flatMap((folder) => catalogsIn(root, folder));
}

const foldersIn = (root: string, parent: string): string[] =>
  readdirSync(join(root, parent), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== 'messages')
    .map(({ name }) => `${parent}/${name}`);

function catalogsIn(root: string, folder: string): Catalog[] {
  const prefix = folder.split('/').slice(1).join('_').replaceAll('-', '_');
  return readdirSync(join(root, folder, 'messages'))
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => {
      const file = `${folder}/messages/${name}`;
      return {
        file,
        locale: name.slice(0, -'.json'.length),
        prefix,
        content: readFileSync(join(root, file), 'utf8'),
      };
    });
}
