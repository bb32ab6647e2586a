import {
  formatKes,
  shortReference,
  type DeskAlert,
  type FraudCaseReport,
  type FraudOutcome,
} from '@zawadi/contract';
import type { Deps } from '../../../config/deps.ts';
import {
  abortOnFailure,
  colour,
  createSheet,
  createTable,
  drawParties,
  MM,
  onPaper,
  periodOnPaper,
  type Column,
  type Sheet,
} from '../../money/receipts/index.ts';
import type { TransactionAbout } from '../transactions/index.ts';
import type { IdentityFact } from './subject-store.ts';

/** Maximum number of transactions in the document. The CSV file has them all. */
const TRANSACTIONS_AT_MOST = 500;

type Content = {
  caseNumber: number;
  report: FraudCaseReport;
  /** Issuer of our invoices; undefined until an administrator has set it up. */
  institution: { name: string; kraPin: string; address: string } | undefined;
  /** Identity of the subject when the case was opened. */
  identity: IdentityFact[];
  identityNow: IdentityFact[];
  alerts: DeskAlert[];
  /** Transactions of the period, newest first. */
  pages: AsyncIterable<TransactionAbout[]>;
};

type Fact = { label: string; value: string; now: string };

const FACTS: Column<Fact>[] = [
  { heading: 'Subject', text: ({ label }) => label, isMuted: true, share: 0.2 },
  { heading: 'When the case was opened', text: ({ value }) => value },
  { heading: 'Today', text: ({ value, now }) => (now === value ? 'The same' : now) },
];

const OUTCOMES = {
  confirmed: 'Confirmed',
  false_alarm: 'False alarm',
  unclear: 'Unclear',
} as const satisfies Record<FraudOutcome, string>;

const ALERTS: Column<DeskAlert>[] = [
  {
    heading: 'Raised',
    text: ({ raisedAt }) => onPaper(new Date(raisedAt), 'moment'),
    isMuted: true,
    share: 0.22,
  },
  { heading: 'What happened', text: ({ description }) => description },
  { heading: 'Severity', text: ({ severity }) => severity, share: 0.1 },
  { heading: 'Outcome', text: ({ closed }) => (closed ? OUTCOMES[closed.outcome] : 'Open'), share: 0.12 },
];

const TRANSACTIONS: Column<TransactionAbout>[] = [
  { heading: 'Date', text: ({ date }) => onPaper(new Date(date), 'moment'), isMuted: true, share: 0.14 },
  {
    heading: 'Type, ID',
    text: ({ type, transactionId, status }) =>
      `${type}, ${shortReference(transactionId)}${status === 'Success' ? '' : `, ${status.toLowerCase()}`}`,
    share: 0.16,
  },
  { heading: 'From', text: ({ from }) => from, share: 0.2 },
  { heading: 'To', text: ({ to }) => to, share: 0.2 },
  {
    heading: 'Receipt, reference',
    text: ({ receipt, billReference }) => [receipt, billReference].filter((text) => text !== '').join(', '),
    share: 0.17,
  },
  { heading: 'Amount', text: ({ amount }) => formatKes(amount), align: 'right', share: 0.13 },
];

/** Draws a suspicious-transaction report to sign. Reads the transactions in the background. */
export function drawReport(deps: Pick<Deps, 'log' | 'clock'>, content: Content): PDFKit.PDFDocument {
  const { caseNumber, report, alerts } = content;
  const name = `Case ${caseNumber}, report ${report.number}`;
  const title = `Suspicious transaction report, ${name}`;
  const sheet = createSheet({ size: 'A4', title, language: 'en', made: deps.clock.now() });
  const writing = (async () => {
    let y = drawHead(sheet, name, content);
    y = drawTable(sheet, y, 'Identity', { columns: FACTS, rows: factsOf(content) });
    y = drawText(sheet, drawHeading(sheet, y, 'Why these transactions are suspicious'), report.grounds);
    if (alerts.length > 0) y = drawTable(sheet, y, 'Alerts of our rules', { columns: ALERTS, rows: alerts });
    const { shown, count } = await readTransactions(content.pages);
    const listed =
      count > shown.length ? `the newest ${shown.length} of ${count}; the CSV file has all` : count;
    y = drawTable(sheet, y, `Transactions (${listed})`, { columns: TRANSACTIONS, rows: shown });
    drawSignature(sheet, y, report);
    sheet.finish();
  })();
  abortOnFailure(deps, sheet.doc, writing);
  return sheet.doc;
}

function drawHead(sheet: Sheet, name: string, { report, institution, identity }: Content): number {
  const { left, width } = sheet;
  const top = sheet.letterhead(16 * MM, ['Suspicious transaction report', name]);
  const warning = 'Confidential. Telling the subject about this report is an offence.';
  const below = sheet.paragraph(warning, { x: left, y: top, width }, { size: 10.5, face: 'strong' });
  return drawParties(sheet, below + 10, [
    {
      label: 'Reporting institution',
      name: institution?.name ?? 'Not set: enter it under Settings, Invoices',
      detail: institution ? `${institution.address}, KRA PIN ${institution.kraPin}` : '',
    },
    {
      label: 'Subject',
      name: identity[0]?.value ?? '',
      detail: `Transactions of ${periodOnPaper(report)}`,
    },
  ]);
}

function factsOf({ identity, identityNow }: Content): Fact[] {
  const now = new Map(identityNow.map(({ label, value }) => [label, value]));
  const later = identityNow.filter(({ label }) => !identity.some((fact) => fact.label === label));
  return [
    ...identity.map((fact) => ({ ...fact, now: now.get(fact.label) ?? 'Not known' })),
    ...later.map(({ label, value }) => ({ label, value: 'Not known', now: value })),
  ];
}

/** @returns the y below the heading, on a new page if too little room is left */
function drawHeading(sheet: Sheet, y: number, text: string): number {
  const top = y + 60 > sheet.bottom ? nextPage(sheet) : y + 18;
  sheet.line(text, { x: sheet.left, y: top }, { size: 12, face: 'strong', tag: 'H2' });
  return top + 18;
}

function drawTable<Row>(
  sheet: Sheet,
  y: number,
  heading: string,
  { columns, rows }: { columns: Column<Row>[]; rows: Row[] },
): number {
  const top = drawHeading(sheet, y, heading);
  let below = top;
  sheet.group('Table', () => {
    const table = createTable(sheet, top + 4, columns);
    for (const row of rows) table.add(row);
    below = table.below();
  });
  return below;
}

/** Writes a long text with its line breaks, over as many pages as it needs. */
function drawText(sheet: Sheet, y: number, text: string): number {
  const style = { size: 10.5 };
  let below = y;
  for (const line of sheet.linesOf(text, sheet.width, style)) {
    if (below + 15 > sheet.bottom) below = nextPage(sheet);
    sheet.line(line, { x: sheet.left, y: below }, style);
    below += 15;
  }
  return below;
}

function drawSignature(sheet: Sheet, y: number, { preparedBy, preparedAt, filed }: FraudCaseReport): void {
  const top = drawHeading(
    sheet,
    y + 90 > sheet.bottom ? sheet.bottom : y,
    'Signed for the reporting institution',
  );
  const prepared = `Prepared by ${preparedBy}, ${onPaper(new Date(preparedAt), 'moment')}.`;
  const done = filed
    ? ` Filed ${periodOnPaper({ from: filed.on, to: filed.on })}, reference ${filed.reference}.`
    : '';
  const below = sheet.paragraph(
    prepared + done,
    { x: sheet.left, y: top, width: sheet.width },
    { size: 10.5, color: colour.muted },
  );
  sheet.line('Name, date, signature:', { x: sheet.left, y: below + 18 }, { size: 10.5 });
  sheet.rule(below + 42, colour.lineStrong);
}

function nextPage({ doc }: Sheet): number {
  doc.addPage();
  return doc.page.margins.top;
}

async function readTransactions(
  pages: AsyncIterable<TransactionAbout[]>,
): Promise<{ shown: TransactionAbout[]; count: number }> {
  const shown: TransactionAbout[] = [];
  let count = 0;
  for await (const page of pages) {
    shown.push(...page.slice(0, TRANSACTIONS_AT_MOST - shown.length));
    count += page.length;
  }
  return { shown, count };
}
