import { PageScript } from '../../web/island.tsx';
import { QuietPage } from '../../web/pages/quiet-page.tsx';

export function DownloadPage({ jobId }: { jobId: string }) {
  return (
    <QuietPage title="Your dream, to keep">
      <PageScript name="download" />
      <p role="status" data-download={jobId}>
        Preparing download...
      </p>
      <p role="status" data-download-detail="" />
      <progress className="progress quiet-progress" data-download-progress="" aria-label="Download" max={1} />
      <a className="button" href="/dreamboard">
        Dreamboard
      </a>
    </QuietPage>
  );
}
