import type { VersionAnswer } from '../../../modules/admin/contract/setup.ts';
import { m } from '../../../modules/kit/texts/m.ts';

/** The running version, its changes, and a newer one if checks are on. */
export function VersionLine({ version: { version, news, asks, newer } }: { version: VersionAnswer }) {
  return (
    <details className="setup-version">
      <summary className="numbers">
        {newer
          ? m.admin_setup_version_newer({ version, newer: newer.version })
          : m.admin_setup_version({ version })}
      </summary>
      {newer && (
        <p>
          <a href={newer.url} rel="noreferrer" target="_blank">
            {m.admin_setup_version_link({ version: newer.version })}
          </a>
        </p>
      )}
      {/* Release notes are not translated. */}
      <ul lang="en" dir="ltr">
        {news.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <p>{asks ? m.admin_setup_version_checks() : m.admin_setup_version_no_checks()}</p>
    </details>
  );
}
