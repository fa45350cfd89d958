export { checkAction, checkScope } from './check-scope.ts';
export { openToScripts } from './open-to-scripts.ts';
export { registerDocs } from './routes.tsx';
