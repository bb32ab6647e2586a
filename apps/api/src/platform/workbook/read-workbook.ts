import { isDateFormat, unescaped, type DateRules } from './cell-text.ts';
import { openParts, type Parts } from './open-parts.ts';
import { readSheet, type SheetRow } from './read-sheet.ts';
import { readXml } from './read-xml.ts';
import { WorkbookFault } from './workbook-fault.ts';

const ZIP = Buffer.from('504b0304', 'hex');
/** Start of a file of Excel before 2007, and of each workbook with a password. */
const COMPOUND_FILE = Buffer.from('d0cf11e0a1b11ae1', 'hex');
/** Of all shared texts together, which stay in memory: 400 for each of 120,000 lines. */
const MOST_CHARACTERS = 48_000_000;
const ENCRYPTED = Buffer.from('EncryptedPackage', 'utf16le');

/** Whether a file is a workbook of any kind, from its first bytes. */
export function isWorkbook(content: Uint8Array): boolean {
  return startsWith(content, ZIP) || startsWith(content, COMPOUND_FILE);
}

/**
 * Reads the rows of the first visible worksheet that has any, from a workbook of Excel 2007 or later (`.xlsx`). A cell
 * with a formula has the value that the last program stored.
 * @throws WorkbookFault also while it yields
 */
export async function* readWorkbook(content: Uint8Array): AsyncGenerator<SheetRow> {
  if (startsWith(content, COMPOUND_FILE)) {
    const hasPassword = Buffer.from(content.buffer, content.byteOffset, content.byteLength).includes(
      ENCRYPTED,
    );
    throw new WorkbookFault(hasPassword ? 'password' : 'old_format');
  }
  const parts = await openParts(content);
  const book = await readBook(parts);
  const strings = book.strings === undefined ? [] : await readStrings(parts, book.strings);
  const isDate = book.styles === undefined ? [] : await readStyles(parts, book.styles);
  for (const sheet of book.sheets) {
    let hasRows = false;
    for await (const row of readSheet(parts.piecesOf(sheet), { strings, isDate, from1904: book.from1904 })) {
      hasRows = true;
      yield row;
    }
    if (hasRows) return;
  }
}

type Book = { sheets: string[]; strings?: string; styles?: string; from1904: boolean };

/** Finds the parts of a workbook by their relations, because programs name the files as they like. */
async function readBook(parts: Parts): Promise<Book> {
  if (!parts.has('_rels/.rels')) throw new WorkbookFault('no_workbook');
  const top = await readRelations(parts, '');
  const path = [...top.values()].find(({ type }) => type === 'officeDocument')?.path;
  if (path === undefined || !path.endsWith('.xml')) throw new WorkbookFault('no_workbook');
  const relations = await readRelations(parts, path);
  const ofType = (wanted: string) => [...relations.values()].find(({ type }) => type === wanted)?.path;
  const sheets: string[] = [];
  let from1904 = false;
  let isBook = false;
  for await (const steps of readXml(parts.piecesOf(path))) {
    for (const step of steps) {
      if (!('open' in step)) continue;
      const { open, attributes } = step;
      isBook ||= open === 'workbook';
      if (open === 'workbookPr') from1904 = isTrue(attributes['date1904']);
      const relation = open === 'sheet' ? relations.get(attributes['id'] ?? '') : undefined;
      const isHidden = /hidden/iu.test(attributes['state'] ?? '');
      if (relation?.type === 'worksheet' && !isHidden) sheets.push(relation.path);
    }
  }
  if (!isBook) throw new WorkbookFault('no_workbook');
  const [strings, styles] = [ofType('sharedStrings'), ofType('styles')];
  return {
    sheets,
    from1904,
    ...(strings !== undefined && { strings }),
    ...(styles !== undefined && { styles }),
  };
}

type Relation = { type: string; path: string };

/** Reads which parts a part refers to. Ignores addresses outside the file. */
async function readRelations(parts: Parts, path: string): Promise<Map<string, Relation>> {
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  const relations = new Map<string, Relation>();
  const place = `${folder}_rels/${path.slice(folder.length)}.rels`;
  if (!parts.has(place)) return relations;
  for await (const steps of readXml(parts.piecesOf(place))) {
    for (const step of steps) {
      if (!('open' in step) || step.open !== 'Relationship') continue;
      const { Id: id = '', Type: type = '', Target: target = '', TargetMode: mode } = step.attributes;
      if (mode === 'External' || !URL.canParse(target, `zip:/${folder}`)) continue;
      const found = decodeURIComponent(new URL(target, `zip:/${folder}`).pathname.slice(1));
      relations.set(id, { type: type.slice(type.lastIndexOf('/') + 1), path: found });
    }
  }
  return relations;
}

/** Reads the texts that cells share. */
async function readStrings(parts: Parts, path: string): Promise<string[]> {
  const strings: string[] = [];
  let characters = 0;
  let text: string | undefined;
  // Phonetic guides repeat a text in another script.
  let isPhonetic = false;
  let isText = false;
  for await (const steps of readXml(parts.piecesOf(path))) {
    for (const step of steps) {
      if ('text' in step) {
        if (!isText || isPhonetic || text === undefined) continue;
        text += step.text;
        characters += step.text.length;
        if (characters > MOST_CHARACTERS) throw new WorkbookFault('too_large');
      } else if ('open' in step) {
        if (step.open === 'si') text = '';
        else if (step.open === 'rPh') isPhonetic = true;
        else if (step.open === 't') isText = true;
      } else if (step.close === 'si') {
        strings.push(unescaped(text ?? '').trim());
        text = undefined;
      } else if (step.close === 'rPh') isPhonetic = false;
      else if (step.close === 't') isText = false;
    }
  }
  return strings;
}

/** Reads which of the cells' styles show a date. */
async function readStyles(parts: Parts, path: string): Promise<DateRules['isDate']> {
  const codes = new Map<string, string>();
  const isDate: boolean[] = [];
  let isOfCells = false;
  for await (const steps of readXml(parts.piecesOf(path))) {
    for (const step of steps) {
      if ('close' in step && step.close === 'cellXfs') isOfCells = false;
      if (!('open' in step)) continue;
      const { numFmtId: id = '0', formatCode } = step.attributes;
      if (step.open === 'cellXfs') isOfCells = true;
      if (step.open === 'numFmt' && formatCode !== undefined) codes.set(id, formatCode);
      if (step.open === 'xf' && isOfCells) isDate.push(isDateFormat(Number(id), codes.get(id)));
    }
  }
  return isDate;
}

function isTrue(value: string | undefined): boolean {
  return value === '1' || value === 'true';
}

function startsWith(content: Uint8Array, mark: Uint8Array): boolean {
  return mark.every((byte, at) => content[at] === byte);
}
