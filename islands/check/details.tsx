import type { ReactNode } from 'react';
import { formatList, formatNumber } from '../../modules/kit/texts/formats.ts';
import { m } from '../../modules/kit/texts/m.ts';
import { clockText } from '../ui/clock-text.ts';
import { LocalTime } from '../ui/local-time.tsx';
import type { Credentials, FilePrompt } from './check-messages.ts';
import { answered, type Findings } from './check-state.ts';
import { isFromCamera, sourceWords } from './source-words.ts';

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
    [m.watermark_check_detail_source(), sourceType && sourceWords(sourceType)],
    [m.watermark_check_detail_camera(), isFromCamera(findings) && m.dreams_made_from_camera()],
    [m.watermark_check_detail_signer(), credentials && signer(credentials)],
    [m.watermark_check_detail_since(), credentials && SINCE[credentials.state]()],
    [m.watermark_check_detail_generator(), credentials?.generator ?? known?.generator ?? xmp?.tool],
    [m.watermark_check_detail_model(), credentials?.model],
    [m.watermark_check_detail_licence(), credentials?.licence],
    [m.watermark_check_detail_made(), moment(madeAt)],
    [m.watermark_check_detail_stamp(), moment(credentials?.stampedAt)],
    [m.watermark_check_detail_signed_with(), credentials?.signedWith],
    [m.watermark_check_detail_ingredients(), credentials && formatList(credentials.madeFrom)],
    [m.watermark_check_detail_seed(), credentials?.seed?.toString()],
    [
      m.watermark_check_detail_prompts(),
      credentials && credentials.prompts.length > 0 && <Prompts prompts={credentials.prompts} />,
    ],
    [m.watermark_check_detail_codes(), credentials && formatList(credentials.faults, 'unit')],
    [m.watermark_check_detail_watermark(), watermark && <Mark {...watermark} />],
    [m.watermark_check_detail_fingerprint(), sha256 && <code>{sha256}</code>],
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
      {isAdmin && asked && (
        <a href={`/admin?view=sessions&find=${asked}`}>{m.watermark_check_find_dream()}</a>
      )}
    </>
  );
}

/** A time in the reader's zone; text that isn't a time is shown as it is. */
const moment = (value: string | null | undefined): ReactNode =>
  value && (Number.isNaN(Date.parse(value)) ? value : <LocalTime value={value} />);

const SINCE = {
  unchanged: m.watermark_check_since_unchanged,
  changed: m.watermark_check_since_changed,
  broken: m.watermark_check_since_broken,
} as const;

function signer({ isOwn, isKnown, issuer, name }: Credentials): string {
  const trust = isOwn ? 'own' : isKnown ? 'known' : 'other';
  const who = [issuer, name].filter(Boolean).join(' · ');
  return who === '' ? m.watermark_check_signer_nameless({ trust }) : m.watermark_check_signer({ trust, who });
}

function Mark({ id, confidence }: { id: string; confidence: number }) {
  return m.watermark_check_watermark_found({
    id: () => <code>{id}</code>,
    certainty: formatNumber(confidence, { style: 'percent' }),
  });
}

function Prompts({ prompts }: { prompts: FilePrompt[] }) {
  return (
    <ol className="check-prompts">
      {prompts.map(({ text, seconds, frame }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list of a file never changes
        <li key={index}>
          <q dir="auto">{text}</q>
          <span>{placeText(seconds, frame)}</span>
        </li>
      ))}
    </ol>
  );
}

function placeText(seconds: number | null, frame: number | null): string | null {
  if (seconds === null)
    return frame === null ? null : m.watermark_check_prompt_frame({ frame: String(frame) });
  const time = clockText(Math.floor(seconds));
  return frame === null
    ? m.watermark_check_prompt_at({ time })
    : m.watermark_check_prompt_at_frame({ time, frame: String(frame) });
}
