export { onPaper, periodOnPaper, signedKes } from './on-paper.ts';
export { tableDocument, type Column } from './pdf-table.ts';
export { routes } from './routes.ts';
