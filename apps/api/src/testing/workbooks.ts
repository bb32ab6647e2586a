import { readFileSync } from 'node:fs';
import { zipFile } from './zip-file.ts';

const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** Reads a file of the folder `workbooks`, which programs that are not ours have written (`make.py`). */
export function workbookNamed(name: string): Buffer {
  return readFileSync(new URL(`workbooks/${name}`, import.meta.url));
}

/** Makes a workbook (`.xlsx`) with these texts in its cells. */
export function workbookOf(rows: readonly (readonly string[])[]): Buffer {
  const cells = (row: readonly string[]) =>
    row.map((text) => `<c t="inlineStr"><is><t>${escaped(text)}</t></is></c>`).join('');
  const sheet = rows.map((row) => `<row>${cells(row)}</row>`).join('');
  const relation = (kind: string, target: string) =>
    `<Relationships><Relationship Id="r" Type="${OFFICE}/${kind}" Target="${target}"/></Relationships>`;
  return Buffer.from(
    zipFile([
      ['_rels/.rels', relation('officeDocument', 'book.xml')],
      ['_rels/book.xml.rels', relation('worksheet', 'sheet.xml')],
      ['book.xml', `<workbook xmlns:r="${OFFICE}"><sheets><sheet name="A" r:id="r"/></sheets></workbook>`],
      ['sheet.xml', `<worksheet><sheetData>${sheet}</sheetData></worksheet>`],
    ]),
  );
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
