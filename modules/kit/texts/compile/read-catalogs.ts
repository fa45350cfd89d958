import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** One file of messages: the texts of a part of the program in one language. */
export interface Catalog {
  /** relative to the root */
  file: string;
  locale: string;
  /** keys of all parts stand in one list: each begins with the names of its folders */
  prefix: string;
  content: string;
}

/** Catalogs in the order of their names: `messages/<locale>.json` in a module or a folder of one, and in folders of src/. */
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
