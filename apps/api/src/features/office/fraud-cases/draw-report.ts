import type { DeskAlert, FraudCaseReport, FraudOutcome } from '@zawadi/contract';
import type { Deps } from '../../../config/deps.ts';
import {
  abortOnFailure,
  colour,
  createSheet,
  drawHeading,
  drawParties,
  drawTable,
  MM,
  nextPage,
  onPaper,
  periodOnPaper,
  type Column,
  type Sheet,
} from '../../money/receipts/index.ts';
import { drawTransactions, type TransactionAbout } from '../transactions/index.ts';
import type { IdentityFact } from './subject-store.ts';

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
    y = await drawTransactions(sheet, y, content.pages);
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
