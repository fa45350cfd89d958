import { QuietPage } from './quiet-page.tsx';

export function NotFoundPage() {
  return (
    <QuietPage title="Nothing here">
      <p>Sorry — nothing exists at this address.</p>
      <a className="button" href="/">
        Back to Home
      </a>
    </QuietPage>
  );
}
