export { publishHint, type UserHint } from './publish-hint.ts';
