export { checkAction, checkScope } from './check-scope.ts';
