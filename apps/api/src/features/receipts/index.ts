export { routes } from './routes.ts';
export { colour, createSheet, type Sheet } from './sheet.ts';
