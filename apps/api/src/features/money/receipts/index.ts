export { onPaper, periodOnPaper, signedKes } from './on-paper.ts';
export { tableDocument, type Column } from './pdf-table.ts';
export { drawParties } from './receipt-pdf.ts';
export { routes } from './routes.ts';
export { drawHeading, drawTable, nextPage } from './sections.ts';
export { abortOnFailure, colour, createSheet, MM, type Sheet } from './sheet.ts';
