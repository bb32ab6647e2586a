import { STATEMENT_BYTES_AT_MOST, uploadStatement } from '@zawadi/contract/reconciliation';

const TEXT_TYPES: readonly string[] = uploadStatement.upload.mediaTypes;

/** What is wrong with a chosen statement before it is sent; undefined when nothing is. */
export function problemWithStatement(file: File | undefined): string | undefined {
  if (file === undefined) return 'Please choose a statement';
  if (file.size === 0) return 'This file is empty.';
  if (file.size > STATEMENT_BYTES_AT_MOST)
    return 'Please choose a file of at most 5 MB, or a shorter period.';
  return undefined;
}

/** Windows calls a CSV what the spreadsheet program has made of it, or nothing at all; the server reads the text. */
export function asCsv(file: File): File {
  return TEXT_TYPES.includes(file.type) ? file : new File([file], file.name, { type: 'text/csv' });
}
