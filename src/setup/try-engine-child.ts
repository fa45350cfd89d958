/** Draws a picture with the settings in its environment and writes the findings as JSON; see `try-engine.ts`. */
import { liveWithInput } from '../../modules/kit/children/in-child.ts';

liveWithInput();
const { runCheck } = await import('../doctor/diagnose.ts');
const { readConfig } = await import('../config.ts');
const findings = await runCheck(readConfig(), 'engines');
process.stdout.write(JSON.stringify(findings), () => process.exit(0));
