import { readFileSync } from 'node:fs';
import { z } from 'zod';
import type { VersionAnswer } from '../../modules/admin/contract/setup.ts';
import type { Clock } from '../../modules/kit/clock.ts';
import type { Log } from '../../modules/kit/log.ts';
import manifest from '../../package.json' with { type: 'json' };

const ASKED_EVERY_MS = 12 * 3600_000;
const TIMEOUT_MS = 10_000;
const MAX_BYTES = 1024 * 1024;

/** The latest release in the format of GitHub, Gitea and Forgejo. */
const release = z.object({
  tag_name: z.string().max(60),
  html_url: z.url({ protocol: /^https?$/ }).max(400),
});

interface ReleasesDeps {
  /** URL to check for newer releases; never contacted if unset. */
  RELEASES_URL: string | undefined;
  clock: Pick<Clock, 'monotonic'>;
  log: Log;
}

/** The running version, its release notes, and a newer version if the operator wants to know. */
export function createReleases({ RELEASES_URL: address, clock, log }: ReleasesDeps): () => VersionAnswer {
  const { version } = manifest;
  const news = newest(readFileSync(new URL('./changes.md', import.meta.url), 'utf8'));
  let newer: VersionAnswer['newer'] = null;
  let askAt = 0;

  async function ask(from: string): Promise<void> {
    try {
      const answer = await fetch(from, {
        signal: AbortSignal.timeout(TIMEOUT_MS),
        headers: { accept: 'application/json' },
      });
      const text = await answer.text();
      if (!answer.ok || text.length > MAX_BYTES) throw new Error(`it answered ${answer.status}`);
      const { tag_name, html_url } = release.parse(JSON.parse(text));
      const found = tag_name.replace(/^v/, '');
      newer = isNewer(found, version) ? { version: found, url: html_url } : null;
    } catch (error) {
      log.warn('releases not read', { error });
    }
  }

  return () => {
    if (address && clock.monotonic() >= askAt) {
      askAt = clock.monotonic() + ASKED_EVERY_MS;
      // Not awaited, so that no page waits for another site; the next page load shows the result.
      void ask(address);
    }
    return { version, news, asks: address !== undefined, newer };
  };
}

/** The items of the first section of a change log. */
export function newest(changes: string): string[] {
  const [, part = ''] = changes.split(/^## .*$/m);
  return [...part.matchAll(/^- (.+(?:\n {2}.+)*)/gm)].map(([, line = '']) => line.replace(/\s+/g, ' '));
}

/** True for a later version by number; false for other formats. */
export function isNewer(found: string, own: string): boolean {
  const numbers = (text: string) =>
    text
      .match(/^(\d+)\.(\d+)\.(\d+)$/)
      ?.slice(1)
      .map(Number);
  const [theirs, ours] = [numbers(found), numbers(own)];
  if (!theirs || !ours) return false;
  const at = theirs.findIndex((number, index) => number !== ours[index]);
  return at >= 0 && (theirs[at] ?? 0) > (ours[at] ?? 0);
}
