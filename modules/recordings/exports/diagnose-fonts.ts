import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runChild } from '../../kit/children/run-child.ts';
import { type Finding, ok, warning } from '../../kit/settings/finding.ts';
import { formatLanguage, formatList } from '../../kit/texts/formats.ts';
import { m } from '../../kit/texts/m.ts';

const LIMIT_MS = 20_000;
/** Words in the most common scripts that our own font lacks or may lack, by language. */
const SAMPLES: Record<string, string> = {
  ar: 'حلم',
  bn: 'স্বপ্ন',
  el: 'όνειρο',
  he: 'חלום',
  hi: 'सपना',
  ja: '夢のゆめ',
  ko: '꿈',
  ru: 'сон',
  ta: 'கனவு',
  th: 'ฝัน',
  zh: '梦境',
};

/** Checks in which languages captions can be burnt into exports. */
export async function diagnoseFonts({ DATA_DIR }: { DATA_DIR: string }): Promise<Finding[]> {
  const folder = join(DATA_DIR, 'fonts');
  let missing: string[] | null = null;
  const end = await runChild({
    program: fileURLToPath(new URL('./child/fonts-child.ts', import.meta.url)),
    args: [folder],
    input: Object.values(SAMPLES),
    limitMs: LIMIT_MS,
    onLine(line) {
      if (line.startsWith('[')) missing = JSON.parse(line);
    },
  });
  if (missing === null)
    throw new Error(end.complaints || `the search for fonts ended with ${end.signal ?? end.code}`);
  const without = Object.keys(SAMPLES).filter((language) => missing?.includes(SAMPLES[language] ?? ''));
  if (without.length === 0) return [ok(m.recordings_doctor_fonts_ok())];
  const languages = formatList(without.map((language) => formatLanguage(language)));
  return [
    warning(m.recordings_doctor_fonts_missing({ languages }), m.recordings_doctor_fonts_cure({ folder })),
  ];
}
