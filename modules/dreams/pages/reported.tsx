import type { ReactNode } from 'react';
import { m } from '../../kit/texts/m.ts';
import { QuietPage } from '../../web/pages/quiet-page.tsx';

interface ReportedPageProps {
  /** Address of the page that the report came from. */
  back: string;
  reference: string;
  /** The reporter left an e-mail address. */
  isMailed: boolean;
}

export function ReportedPage({ back, reference, isMailed }: ReportedPageProps) {
  const slots = { reference, number: (words: ReactNode) => <strong className="numbers">{words}</strong> };
  return (
    <QuietPage title={m.dreams_reported_title()}>
      <p role="status">{isMailed ? m.dreams_reported_mailed(slots) : m.dreams_reported_unmailed(slots)}</p>
      <a className="button button-primary" href={back}>
        {m.dreams_reported_back()}
      </a>
    </QuietPage>
  );
}
