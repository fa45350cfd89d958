import { m } from '../../kit/texts/m.ts';
import { PageScript } from '../../web/island.tsx';
import { QuietPage } from '../../web/pages/quiet-page.tsx';

export function DownloadPage({ jobId }: { jobId: string }) {
  return (
    <QuietPage title={m.dreams_download_title()}>
      <PageScript name="download" />
      <p role="status" data-download={jobId}>
        {m.dreams_download_preparing()}
      </p>
      <p role="status" data-download-detail="" />
      <progress
        className="progress quiet-progress"
        data-download-progress=""
        aria-label={m.dreams_download_progress()}
        max={1}
      />
      <a className="button" href="/dreamboard">
        {m.dreams_download_back()}
      </a>
    </QuietPage>
  );
}
