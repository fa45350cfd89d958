import { FRAME_HEIGHT, FRAME_WIDTH } from '../../protocol/format.ts';
import type { Session } from '../schemas.ts';
import { nameOf } from '../shared/sort.ts';
import { madeBy } from '../shared/source-type.ts';
import { Player } from './player.tsx';
import { ReportForm, type SentReport } from './report-form.tsx';

export interface SharedPageProps {
  session: Pick<Session, 'session_id' | 'dream_name' | 'thumbnail_url' | 'video_url'>;
  appName: string;
  /** drawn by a trained model, and not by a program such as the painter */
  isAi: boolean;
  publicUrl: string;
  signedIn: boolean;
  /** a report with a fault, to be put right */
  report?: SentReport | undefined;
}

/** Page that anybody with the link sees. */
export function SharedPage({ session, appName, isAi, signedIn, report }: SharedPageProps) {
  const name = nameOf(session) || 'untitled';
  return (
    <article className="session session-shared">
      <Player videoUrl={session.video_url} posterUrl={session.thumbnail_url} title={name} />
      <header className="session-header">
        <div>
          <h1 dir="auto">{name}</h1>
          <p>
            Dreamed with {appName} · {madeBy(isAi)} · <a href="/check">Check a file</a>
          </p>
        </div>
        {!signedIn && (
          <p className="shared-invitation">
            Say a few words and watch them become a dream like this. <a href="/">Try {appName}</a>
          </p>
        )}
      </header>
      <ReportForm id={session.session_id} sent={report} />
    </article>
  );
}

/** Text of previews and of the page's own description. */
export const sharedDescription = ({ appName, isAi }: Pick<SharedPageProps, 'appName' | 'isAi'>): string =>
  `A dream made with ${appName}. ${madeBy(isAi)}.`;

/** Link previews: Open Graph with the video itself, and Twitter's own words. */
export function SharedHead(props: SharedPageProps) {
  const { session, appName, publicUrl } = props;
  const title = nameOf(session) || 'untitled';
  const description = sharedDescription(props);
  const absolute = (address: string) => new URL(address, publicUrl).href;
  const video = `${publicUrl}/api/d/${session.session_id}.mp4`;
  return (
    <>
      <link rel="canonical" href={`${publicUrl}/api/d/${session.session_id}`} />
      <meta name="robots" content="noindex" />
      {session.thumbnail_url && (
        <link rel="preload" as="image" href={`${session.thumbnail_url}?size=small`} fetchPriority="high" />
      )}
      <meta property="og:type" content="video.other" />
      <meta property="og:site_name" content={appName} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={`${publicUrl}/api/d/${session.session_id}`} />
      {session.thumbnail_url && (
        <>
          <meta property="og:image" content={absolute(session.thumbnail_url)} />
          <meta property="og:image:type" content="image/jpeg" />
          <meta property="og:image:width" content={String(FRAME_WIDTH)} />
          <meta property="og:image:height" content={String(FRAME_HEIGHT)} />
          <meta property="og:image:alt" content={title} />
        </>
      )}
      {session.video_url && (
        <>
          <meta property="og:video" content={video} />
          <meta property="og:video:type" content="video/mp4" />
          <meta property="og:video:width" content={String(FRAME_WIDTH)} />
          <meta property="og:video:height" content={String(FRAME_HEIGHT)} />
        </>
      )}
      <meta name="twitter:card" content="summary_large_image" />
      <meta name="twitter:title" content={title} />
      <meta name="twitter:description" content={description} />
      {session.thumbnail_url && <meta name="twitter:image" content={absolute(session.thumbnail_url)} />}
    </>
  );
}
