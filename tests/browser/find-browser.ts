import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from 'playwright';

const INSTALLED = [
  // The same engine without a window: the tests use a quarter less CPU.
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/**
 * The browser for the tests: an installed Chromium, or else Playwright's download, or else the system's package.
 * @throws Error with instructions if none is available
 */
export async function findBrowser(report: (line: string) => void): Promise<string> {
  const chosen = process.env.BROWSER_PATH;
  if (chosen) return chosen;
  const installed = INSTALLED.find((path) => existsSync(path));
  if (installed) return installed;
  if (existsSync(chromium.executablePath())) return chromium.executablePath();
  report('no Chromium here; trying Playwright’s download');
  spawnSync(process.execPath, ['x', 'playwright', 'install', 'chromium'], {
    stdio: 'inherit',
    timeout: 300_000,
  });
  if (existsSync(chromium.executablePath())) return chromium.executablePath();
  report('no download either; trying the system’s package');
  if (process.platform === 'linux') {
    const sudo = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
    for (const command of [
      ['update', '-qq'],
      // Debian has the first; other distributions have only the second.
      ['install', '-y', '-qq', 'chromium-headless-shell'],
      ['install', '-y', '-qq', 'chromium'],
    ]) {
      const [program = '', ...args] = [...sudo, 'apt-get', ...command];
      const { status } = spawnSync(program, args, {
        stdio: 'inherit',
        env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      });
      if (command[0] === 'install' && status === 0) break;
    }
  }
  const packaged = INSTALLED.find((path) => existsSync(path));
  if (packaged) return packaged;
  throw new Error(
    'No Chromium was found and none could be installed. Install one, or name it in BROWSER_PATH.',
  );
}
