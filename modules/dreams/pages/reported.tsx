import { QuietPage } from '../../web/pages/quiet-page.tsx';

interface ReportedPageProps {
  /** Dream id. */
  id: string;
  /** The report's reference number. */
  reference: string;
  /** The reporter left an e-mail address. */
  isMailed: boolean;
}

export function ReportedPage({ id, reference, isMailed }: ReportedPageProps) {
  return (
    <QuietPage title="Thank you">
      <p role="status">
        Your report has the number <strong className="numbers">{reference}</strong>. A person looks at it
        within 48 hours.{' '}
        {isMailed
          ? 'We have mailed you a receipt, and will mail you what was decided and how to object to it.'
          : 'You left no address, so we can’t write to you: note the number if you want to ask about it.'}
      </p>
      <a className="button button-primary" href={`/api/d/${id}`}>
        Back to the dream
      </a>
    </QuietPage>
  );
}
