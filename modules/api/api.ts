export { checkAction, checkScope } from './check-scope.ts';
export { registerDocs } from './routes.tsx';
