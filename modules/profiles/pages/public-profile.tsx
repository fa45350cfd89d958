import { ReportForm, type SentReport, ShelfPage, type ShownDream } from '../../dreams/dreams.ts';
import { m } from '../../kit/texts/m.ts';
import type { ProfileRow } from '../store.ts';

interface PublicProfilePageProps {
  profile: ProfileRow;
  dreams: ShownDream[];
  at: number;
  appName: string;
  /** A rejected report, to be corrected. */
  report?: SentReport | undefined;
}

export function PublicProfilePage({ profile, dreams, at, appName, report }: PublicProfilePageProps) {
  const { handle, name, bio } = profile;
  const path = `/@${handle}`;
  return (
    <ShelfPage
      title={name ?? `@${handle}`}
      {...{ appName, dreams, at, path }}
      intro={
        <>
          {name && (
            <p className="shelf-handle">
              <bdi>@{handle}</bdi>
            </p>
          )}
          {bio && (
            <p className="shelf-bio" dir="auto">
              {bio}
            </p>
          )}
        </>
      }
      foot={
        <footer className="shared-foot">
          <ReportForm action={`${path}/report`} sent={report} />
          <a href={`${path}/feed.xml`}>{m.profiles_feed()}</a>
        </footer>
      }
    />
  );
}
