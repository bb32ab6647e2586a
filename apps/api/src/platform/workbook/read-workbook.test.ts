import { expect, test, vi } from 'vitest';
import { zipFile } from '../../testing/zip-file.ts';
import { isDateFormat, numberText } from './cell-text.ts';
import { isWorkbook, readWorkbook } from './read-workbook.ts';
import type { SheetRow } from './read-sheet.ts';
import type { WorkbookFault } from './workbook-fault.ts';

// Reading up to the limits takes seconds on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const TOP = `<Relationships><Relationship Id="r" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`;
const BOOK = `<workbook xmlns:r="${OFFICE}"><sheets><sheet name="One" sheetId="1" r:id="r1"/></sheets></workbook>`;
const RELATIONS = `<Relationships>
  <Relationship Id="r1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/>
  <Relationship Id="r2" Type="${OFFICE}/sharedStrings" Target="/xl/sharedStrings.xml"/>
</Relationships>`;
const STRINGS =
  '<sst><si><t>first</t><rPh><t>guide</t></rPh></si><si><r><t>se</t></r><r><t>cond_x000D_</t></r></si></sst>';

type Part = readonly [path: string, content: string | Uint8Array];

function partsOf(rows: string, strings = STRINGS): Part[] {
  return [
    ['_rels/.rels', TOP],
    ['xl/workbook.xml', BOOK],
    ['xl/_rels/workbook.xml.rels', RELATIONS],
    ['xl/sharedStrings.xml', strings],
    ['xl/worksheets/sheet1.xml', `<worksheet><sheetData>${rows}</sheetData></worksheet>`],
  ];
}

async function rowsOf(content: Uint8Array): Promise<SheetRow[]> {
  expect(isWorkbook(content)).toBe(true);
  const rows: SheetRow[] = [];
  for await (const row of readWorkbook(content)) rows.push(row);
  return rows;
}

function reasonFor(content: Uint8Array): Promise<WorkbookFault['reason'] | undefined> {
  return rowsOf(content).then(
    () => undefined,
    (error: WorkbookFault) => error.reason,
  );
}

const cell = (value: string, attributes = '') => `<c ${attributes}><v>${value}</v></c>`;
const row = (...cells: string[]) => `<row>${cells.join('')}</row>`;

test('reads shared, inline and cached texts by their column, and leaves out empty rows', async () => {
  const rows = [
    '<row r="3"><c r="A3" t="s"><v>0</v></c><c r="C3" t="s"><v>1</v></c><c r="D3" t="str"><f>A1</f><v>x &amp; y</v></c></row>',
    '<row r="4"><c r="A4" s="1"/><c r="B4" t="inlineStr"><is><t> </t></is></c></row>',
    row(
      cell('1'),
      cell('1', 't="b"'),
      cell('#REF!', 't="e"'),
      '<c t="inlineStr"><is><r><t>in</t></r><r><t>line</t></r></is></c>',
    ),
  ];
  expect(await rowsOf(zipFile(partsOf(rows.join(''))))).toEqual([
    { line: 3, cells: ['first', '', 'second', 'x & y'] },
    { line: 5, cells: ['1', 'TRUE', '#REF!', 'inline'] },
  ]);
  expect(await rowsOf(zipFile(partsOf(row(cell('7'))), { isZip64: true }))).toEqual([
    { line: 1, cells: ['7'] },
  ]);
});

test('reads parts in UTF-16, with a namespace prefix and with CDATA', async () => {
  const sheet =
    '<x:worksheet xmlns:x="y"><x:sheetData><x:row><x:c t="str"><x:v><![CDATA[a<b]]></x:v></x:c></x:row></x:sheetData></x:worksheet>';
  const parts = partsOf('').map(([path, text]): Part => [path, path.endsWith('sheet1.xml') ? sheet : text]);
  const inUtf16 = parts.map(([path, text]): Part => [path, Buffer.from(`\ufeff${String(text)}`, 'utf16le')]);
  expect(await rowsOf(zipFile(parts))).toEqual([{ line: 1, cells: ['a<b'] }]);
  expect(await rowsOf(zipFile(inUtf16))).toEqual([{ line: 1, cells: ['a<b'] }]);
});

const MANY = 'x'.repeat(1024 * 1024);
const twoSheets = RELATIONS.replace('worksheets/sheet1.xml', 'large.xml').replace(
  '</R',
  `<Relationship Id="r3" Type="${OFFICE}/worksheet" Target="large.xml"/></R`,
);
const hostile: [string, Uint8Array, WorkbookFault['reason']][] = [
  [
    'whose directory states more bytes than there are',
    zipFile(partsOf(''), { statedBytes: 2 ** 31 }),
    'damaged',
  ],
  [
    'whose directory states exabytes in ZIP64',
    zipFile(partsOf(''), { statedBytes: 2 ** 52, isZip64: true }),
    'damaged',
  ],
  ['whose directory states fewer bytes than there are', zipFile(partsOf(''), { statedBytes: 10 }), 'damaged'],
  [
    'of two sheets that unpack to more than 150 MB together',
    zipFile([
      ['_rels/.rels', TOP],
      ['xl/workbook.xml', BOOK.replace('</sheets>', '<sheet name="Two" sheetId="2" r:id="r3"/></sheets>')],
      ['xl/_rels/workbook.xml.rels', twoSheets],
      ['xl/large.xml', `<worksheet>${`<a b="${MANY.slice(64)}"/>`.repeat(76)}</worksheet>`],
      ['xl/sharedStrings.xml', STRINGS],
    ]),
    'too_large',
  ],
  ['of five million rows', zipFile(partsOf('<row/>'.repeat(5_000_001))), 'too_large'],
  ['with a text without an end', zipFile(partsOf(`<row><c><v>${MANY}${MANY}`)), 'too_large'],
  ['with a comment without an end', zipFile(partsOf(`<!--${MANY}${MANY}`)), 'too_large'],
  ['with a million cells in a row', zipFile(partsOf(row(cell('1').repeat(1_000_000)))), 'too_large'],
  ['with a cell in the last column of Excel', zipFile(partsOf(row(cell('1', 'r="XFD1"')))), 'too_large'],
  ['with a long cell', zipFile(partsOf(row(`<c t="str"><v>${'x'.repeat(8_193)}</v></c>`))), 'too_large'],
  [
    'with a long row',
    zipFile(partsOf(row(...Array.from({ length: 9 }, () => `<c t="str"><v>${'x'.repeat(1_000)}</v></c>`)))),
    'too_large',
  ],
  ['with elements inside elements', zipFile(partsOf('<a>'.repeat(1_000))), 'too_large'],
  [
    'that declares an entity',
    zipFile(
      partsOf(
        '',
        '<!DOCTYPE sst [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;">]><sst><si><t>&b;</t></si></sst>',
      ),
    ),
    'damaged',
  ],
  [
    'with a document type',
    zipFile(partsOf('', '<!DOCTYPE sst SYSTEM "http://evil.test/a.dtd"><sst/>')),
    'damaged',
  ],
  ['with an unknown entity', zipFile(partsOf(row(cell('&b;')))), 'damaged'],
  ['with XML that has no end', zipFile(partsOf('<row>')), 'damaged'],
  ['with a text that no string table has', zipFile(partsOf(row(cell('9', 't="s"')))), 'damaged'],
  ['with a row number that is none', zipFile(partsOf('<row r="1e999"><c><v>1</v></c></row>')), 'damaged'],
  ['with two parts of one name', zipFile([...partsOf(''), ['xl/workbook.xml', BOOK]]), 'damaged'],
  ['with a path out of its folder', zipFile([['../../etc/passwd', ''], ...partsOf('')]), 'damaged'],
  ['with an absolute path', zipFile([['/etc/passwd', ''], ...partsOf('')]), 'damaged'],
  [
    'with thousands of parts',
    zipFile(Array.from({ length: 2_001 }, (_none, at): Part => [`p${at}`, ''])),
    'too_large',
  ],
  ['with encrypted parts', zipFile(partsOf(''), { isEncrypted: true }), 'password'],
  ['without a part that it refers to', zipFile(partsOf('').slice(0, 3)), 'damaged'],
  ['that is no workbook', zipFile([['word/document.xml', '<document/>']]), 'no_workbook'],
  ['that is a binary workbook', zipFile([['_rels/.rels', TOP.replace('.xml"', '.bin"')]]), 'no_workbook'],
  ['that is cut off', zipFile(partsOf(row(cell('1')))).slice(0, -30), 'damaged'],
];

test.each(hostile)('A60 refuses a file %s', async (_name, content, reason) => {
  expect(await reasonFor(content)).toBe(reason);
});

test('refuses a part with changed bytes, although it unpacks', async () => {
  const content = zipFile(partsOf(row(cell('1'))));
  const sum = Buffer.from(content).indexOf('PK\u0001\u0002') + 16;
  content[sum] = (content[sum] ?? 0) ^ 1;
  expect(await reasonFor(content)).toBe('damaged');
});

test('writes numbers without binary noise, and dates of both calendars to the second', () => {
  const rules = { isDate: [false, true], from1904: false };
  expect(numberText('102.40000000000002', 0, rules)).toBe('102.4');
  expect(numberText('1102.3999999999996', 0, rules)).toBe('1102.4');
  expect(numberText('1.025E+2', 0, rules)).toBe('102.5');
  expect(numberText('254712345678', 0, rules)).toBe('254712345678');
  expect(numberText('12.345', 0, rules)).toBe('12.345');
  expect(numberText('46346.4174421296', 1, rules)).toBe('2026-11-20 10:01:07');
  expect(numberText('46347.9999884259', 1, rules)).toBe('2026-11-21 23:59:59');
  expect(numberText('44884.41744212963', 1, { ...rules, from1904: true })).toBe('2026-11-20 10:01:07');
  expect(['', 'abc', '1e999', '-5', '1e9'].map((text) => numberText(text, 1, rules))).toEqual([
    '',
    'abc',
    '1e999',
    '-5',
    '1000000000',
  ]);
});

test.each([
  [14, undefined, true],
  [22, undefined, true],
  [0, undefined, false],
  [4, undefined, false],
  [164, 'dd/mm/yyyy\\ hh:mm:ss', true],
  [164, '[$-409]d\\-mmm\\-yy;@', true],
  [164, '[h]:mm', true],
  [164, 'General', false],
  [164, '[Red]#,##0.00', false],
  [164, '"KES days" #,##0.00_);\\d0', false],
])('knows whether number format %i %s shows a date', (id, code, isDate) => {
  expect(isDateFormat(id, code)).toBe(isDate);
});
