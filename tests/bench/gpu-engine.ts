/** Prints the folder of ONNX Runtime's package, installing it if necessary. Used by `gpu.sh`. */
import { installEngine } from '../../modules/worker/diffusion/engine.ts';
import { ENGINES_DATA_DIR } from '../engine.ts';

console.log(await installEngine(ENGINES_DATA_DIR, { cuda: false, report: console.error }));
