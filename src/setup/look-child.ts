/** Draws a picture with the settings in its environment and writes the findings as JSON; see `look-in-child.ts`. */
import { liveWithInput } from '../kit/children/in-child.ts';

liveWithInput();
const { lookAt } = await import('../doctor/diagnose.ts');
const { readConfig } = await import('../config.ts');
const findings = await lookAt(readConfig(), 'engines');
process.stdout.write(JSON.stringify(findings), () => process.exit(0));
