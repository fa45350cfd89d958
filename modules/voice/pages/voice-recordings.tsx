import { QuietPage } from '../../web/pages/quiet-page.tsx';

interface RecordingsPageProps {
  /** URL that serves them */
  address: string;
  recordings: { recording: string }[];
}

/** The voice recordings of one dream, with a player for each page that the user spoke on. */
export function RecordingsPage({ address, recordings }: RecordingsPageProps) {
  return (
    <QuietPage title="Voice recordings">
      <ol className="recordings">
        {recordings.map(({ recording }) => (
          <li key={recording}>
            <p className="numbers">{startOf(recording)}</p>
            {/* biome-ignore lint/a11y/useMediaCaption: its words are the dream's transcript */}
            <audio controls preload="metadata" src={`${address}?recording=${recording}`} />
          </li>
        ))}
      </ol>
    </QuietPage>
  );
}

function startOf(recording: string): string {
  if (recording === '') return 'No time known';
  return `${new Date(Number(recording)).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}
