import { type Finding, warning } from '../../kit/settings/finding.ts';
import { m } from '../../kit/texts/m.ts';

/** In a file of its own, so that a server that names it doesn't load every engine. */
export const noAi = (): Finding => warning(m.worker_doctor_no_ai(), m.worker_doctor_no_ai_cure());
