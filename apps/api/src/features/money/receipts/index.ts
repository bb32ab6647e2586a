export { drawRow, writePages, type Column } from './pdf-table.ts';
export { routes } from './routes.ts';
export { createSheet, type Sheet } from './sheet.ts';
