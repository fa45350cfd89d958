import { readFileSync } from 'node:fs';
import { error, type Finding, ok } from '../../modules/kit/settings/finding.ts';
import { m } from '../../modules/kit/texts/m.ts';
import { diagnoseDescriptors } from './diagnose-descriptors.ts';

const { version, engines } = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
) as { version: string; engines: { bun: string; node: string } };

/** Packages with native code, which isn't built for every system. */
const NATIVE: Record<string, () => Promise<unknown>> = {
  'better-sqlite3': () => import('better-sqlite3'),
  sharp: () => import('sharp'),
  '@napi-rs/canvas': () => import('@napi-rs/canvas'),
  'node-av': () => import('node-av/api'),
};

/** Checks the program's version, its runtime, the descriptor limit, and that native packages load. */
export async function diagnoseVersions(): Promise<Finding[]> {
  const [name, runs, wants] = process.versions.bun
    ? (['Bun', process.versions.bun, engines.bun] as const)
    : (['Node', process.versions.node, engines.node] as const);
  const least = wants.replace('>=', '');
  const findings = [
    isAtLeast(runs, least)
      ? ok(
          m.doctor_versions_ok({
            version,
            runtime: name,
            runs,
            system: `${process.platform} ${process.arch}`,
          }),
        )
      : error(
          m.doctor_versions_old({ runtime: name, runs }),
          m.doctor_versions_old_cure({ runtime: name, least }),
        ),
  ];
  for (const [pack, load] of Object.entries(NATIVE)) {
    try {
      await load();
    } catch (fault) {
      findings.push(
        error(
          m.doctor_versions_package({ name: pack, message: (fault as Error).message.split('\n')[0] ?? '' }),
          m.doctor_versions_package_cure(),
        ),
      );
    }
  }
  return [...findings, diagnoseDescriptors()];
}

function isAtLeast(version: string, least: string): boolean {
  const parts = (text: string) => text.split('.').map(Number);
  const wanted = parts(least);
  const difference = parts(version)
    .map((part, at) => part - (wanted[at] ?? 0))
    .find((one) => one !== 0);
  return (difference ?? 0) >= 0;
}
