import { momentText } from '../../kit/shared/dates.ts';
import { m } from '../../kit/texts/m.ts';
import { QuietPage } from '../../web/pages/quiet-page.tsx';

interface RecordingsPageProps {
  /** URL that serves them */
  address: string;
  recordings: { recording: string }[];
}

/** The voice recordings of one dream, with a player for each page that the user spoke on. */
export function RecordingsPage({ address, recordings }: RecordingsPageProps) {
  return (
    <QuietPage title={m.voice_recordings_title()}>
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
  if (recording === '') return m.voice_recordings_no_time();
  return momentText(Number(recording));
}
