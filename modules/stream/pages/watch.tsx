import type { WatchProps } from '../../../islands/watch/watch.tsx';
import { madeBy } from '../../dreams/contract/source-type.ts';
import { ReportForm, type SentReport } from '../../dreams/dreams.ts';
import { m } from '../../kit/texts/m.ts';
import { Island } from '../../web/island.tsx';

interface WatchPageProps extends Omit<WatchProps, 'madeBy'> {
  isAi: boolean;
  /** a rejected report, to be corrected */
  report: SentReport | undefined;
}

/** A live dream as its audience sees it. `clean`: the picture alone, for screens and other programs. */
export function WatchPage({ isAi, report, ...props }: WatchPageProps) {
  const island = <Island name="watch" props={{ ...props, madeBy: madeBy(isAi) }} />;
  if (props.clean) return island;
  return (
    <div className="watch-page">
      {island}
      <footer className="watch-foot">
        {props.first.state !== 'closed' && (
          <ReportForm action={`/watch/${props.watchId}/report`} sent={report} />
        )}
        <a href="/check">{m.dreams_shared_check()}</a>
      </footer>
    </div>
  );
}
