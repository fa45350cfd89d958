import type { ReactNode } from 'react';
import { clockText } from '../ui/clock-text.ts';
import { LocalTime } from '../ui/local-time.tsx';
import type { Credentials, FilePrompt } from './check-messages.ts';
import { answered, type Findings } from './check-state.ts';
import { sourceWords } from './source-words.ts';

interface DetailsProps {
  findings: Findings;
  isAdmin: boolean;
}

/** All findings, one line each. */
export function Details({ findings, isAdmin }: DetailsProps) {
  const { credentials, xmp, sha256, watermark } = findings;
  const known = [findings.byHash, findings.byWatermark].map(answered).find((answer) => answer?.known);
  const sourceType = credentials?.sourceType ?? xmp?.sourceType;
  const madeAt = credentials?.createdAt ?? known?.made_at ?? xmp?.createdAt;
  const rows: [string, ReactNode][] = [
    ['What it is', sourceType && sourceWords(sourceType)],
    ['Signed by', credentials && signer(credentials)],
    ['Since then', credentials && SINCE[credentials.state]],
    ['Made with', credentials?.generator ?? known?.generator ?? xmp?.tool],
    ['Model', credentials?.model],
    ['Its licence', credentials?.licence],
    ['Made on', moment(madeAt)],
    ['Time stamp', moment(credentials?.stampedAt)],
    ['Signed with', credentials?.signedWith],
    ['Made from', credentials?.madeFrom.join(', ')],
    ['Seed', credentials?.seed?.toString()],
    ['Prompts', credentials && credentials.prompts.length > 0 && <Prompts prompts={credentials.prompts} />],
    ['Fault codes', credentials?.faults.join(', ')],
    ['Watermark', watermark && <Mark id={watermark.id} confidence={watermark.confidence} />],
    ['Fingerprint', sha256 && <code>{sha256}</code>],
  ];
  const asked = known && (answered(findings.byHash)?.known ? sha256 : watermark?.id);
  return (
    <>
      <dl className="check-details">
        {rows.map(
          ([name, value]) =>
            value && (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
      </dl>
      {isAdmin && asked && <a href={`/admin?view=sessions&find=${asked}`}>Find its dream in the dashboard</a>}
    </>
  );
}

/** A time in the reader's zone; text that isn't a time is shown as it is. */
const moment = (value: string | null | undefined): ReactNode =>
  value && (Number.isNaN(Date.parse(value)) ? value : <LocalTime value={value} />);

const SINCE = {
  unchanged: 'Unchanged',
  changed: 'Changed',
  broken: 'Can’t be said: the signature doesn’t hold',
} as const;

function signer({ isOwn, isKnown, issuer, name }: Credentials): string {
  const who = [issuer, name].filter(Boolean).join(' · ') || 'a certificate without a name';
  if (isOwn) return `${who} (this site’s own certificate)`;
  return `${who} (${isKnown ? 'known to this site' : 'not known to this site'})`;
}

function Mark({ id, confidence }: { id: string; confidence: number }) {
  return (
    <>
      <code>{id}</code> (sure to {Math.round(confidence * 100)} %)
    </>
  );
}

function Prompts({ prompts }: { prompts: FilePrompt[] }) {
  return (
    <ol className="check-prompts">
      {prompts.map(({ text, seconds, frame }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list of a file never changes
        <li key={index}>
          <q dir="auto">{text}</q>
          <span>
            {[seconds !== null && `at ${clockText(Math.floor(seconds))}`, frame !== null && `frame ${frame}`]
              .filter(Boolean)
              .join(', ')}
          </span>
        </li>
      ))}
    </ol>
  );
}
