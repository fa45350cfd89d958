import type { VersionAnswer } from '../../../modules/admin/contract/setup.ts';

/** The running version, its changes, and a newer one if checks are on. */
export function VersionLine({ version: { version, news, asks, newer } }: { version: VersionAnswer }) {
  return (
    <details className="setup-version">
      <summary className="numbers">
        Version {version}
        {newer && `. ${newer.version} is out`}
      </summary>
      {newer && (
        <p>
          <a href={newer.url} rel="noreferrer" target="_blank">
            What is new in {newer.version}
          </a>
        </p>
      )}
      <ul>
        {news.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <p>
        {asks
          ? 'Newer releases are asked for twice a day.'
          : 'Nobody is asked for newer releases. Set RELEASES_URL on the card “Server” to be told here.'}
      </p>
    </details>
  );
}
