import { accessSync, constants, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { startFirefox } from './firefox.ts';
import type { Transport } from './web-driver.ts';
import { startWebKit } from './webkit.ts';

export interface FoundBrowser {
  name: 'Firefox' | 'WebKit';
  /** null if it isn't installed */
  start: (() => Promise<Transport>) | null;
  /** Debian packages to install it */
  packages: string;
}

const LIBRARIES = ['/usr/lib', '/usr/libexec', ...foldersIn('/usr/lib')];

/** Firefox and WebKit as their makers and Debian build them, without test patches. */
export function findBrowsers(): FoundBrowser[] {
  const firefox = program('firefox-esr') ?? program('firefox');
  const [driver, screen] = [program('WebKitWebDriver'), program('Xvfb')];
  const browser = LIBRARIES.flatMap((folder) => foldersIn(folder, /^webkit(2gtk-4\.\d|gtk-6\.0)$/))
    .map((folder) => join(folder, 'MiniBrowser'))
    .find(isProgram);
  return [
    {
      name: 'Firefox',
      start: firefox ? () => startFirefox(firefox) : null,
      packages: 'firefox-esr',
    },
    {
      name: 'WebKit',
      start: driver && screen && browser ? () => startWebKit({ driver, browser, screen }) : null,
      packages: 'webkit2gtk-driver and xvfb',
    },
  ];
}

function program(name: string): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return folders.map((folder) => join(folder, name)).find(isProgram);
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function foldersIn(folder: string, named = /-linux-gnu$/): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => named.test(name))
      .map((name) => join(folder, name));
  } catch {
    return [];
  }
}
