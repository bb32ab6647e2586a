import type { FileReceiver } from '@zawadi/contract';
import type { Deps } from '../../../config/deps.ts';
import {
  abortOnFailure,
  createSheet,
  drawParties,
  drawTable,
  MM,
  periodOnPaper,
  type Column,
} from '../../money/receipts/index.ts';
import type { IdentityFact } from '../fraud-cases/index.ts';
import { drawTransactions, type TransactionAbout } from '../transactions/index.ts';

type Content = {
  receiver: FileReceiver;
  from: string;
  to: string;
  identity: IdentityFact[];
  /** Issuer of our invoices; undefined until an administrator has set it up. */
  institution: { name: string; kraPin: string; address: string } | undefined;
  /** Transactions of the period, newest first. */
  pages: AsyncIterable<TransactionAbout[]>;
};

const FACTS: Column<IdentityFact>[] = [
  { heading: 'About', text: ({ label }) => label, isMuted: true, share: 0.25 },
  { heading: 'What we know', text: ({ value }) => value },
];

const RECEIVERS: Record<FileReceiver, string> = {
  person: 'The person',
  tax_authority: 'Kenya Revenue Authority',
  police: 'Police',
  court: 'Court',
};

/** Draws a consumer's identity and transactions. Reads the transactions in the background. */
export function drawPersonFile(deps: Pick<Deps, 'log' | 'clock'>, content: Content): PDFKit.PDFDocument {
  const { identity, institution, receiver } = content;
  const name = identity[0]?.value ?? '';
  const title = `Account and transactions of ${name}`;
  const sheet = createSheet({ size: 'A4', title, language: 'en', made: deps.clock.now() });
  const writing = (async () => {
    const top = sheet.letterhead(16 * MM, ['Account and transactions', name]);
    let y = drawParties(sheet, top + 10, [
      {
        label: 'From',
        name: institution?.name ?? 'Zawadi',
        detail: institution ? `${institution.address}, KRA PIN ${institution.kraPin}` : '',
      },
      { label: 'For', name: RECEIVERS[receiver], detail: `Transactions of ${periodOnPaper(content)}` },
    ]);
    y = drawTable(sheet, y, 'Account', { columns: FACTS, rows: identity });
    await drawTransactions(sheet, y, content.pages);
    sheet.finish();
  })();
  abortOnFailure(deps, sheet.doc, writing);
  return sheet.doc;
}
