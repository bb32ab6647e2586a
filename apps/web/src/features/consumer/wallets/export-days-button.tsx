import { Download, FileText, Table } from 'lucide-react';
import { useState } from 'react';
import { historyCsv } from '@zawadi/contract/wallets';
import { historyPdf } from '@zawadi/contract/receipts-history';
import { statementPdf } from '@zawadi/contract/receipts';
import { say } from '../../../i18n/say.ts';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { fetchFile } from '../../../api/call.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { nairobiDay } from '../../../ui/calendar-text.ts';
import { useDownload } from '../../files/use-download.ts';
import { lastMonth, lastYear, problemWithPeriod, thisMonth, type Period } from '../../lists/period.ts';
import { ReportPeriod } from '../../lists/report-period.tsx';

/** Button that opens the dialog for exporting the transactions of some days. */
export function ExportDaysButton() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button variant="quiet" small onClick={() => setIsOpen(true)}>
        <Icon of={Download} />
        {say('Export')}
      </Button>
      {isOpen && <ExportDialog onClose={() => setIsOpen(false)} />}
    </>
  );
}

/** Exports the transactions of chosen days, as CSV or PDF with the same rows, or the wallet statement of these days. */
function ExportDialog({ onClose }: { onClose: () => void }) {
  const [today] = useState(() => nairobiDay(new Date()));
  const [period, setPeriod] = useState<Period>(() => thisMonth(today));
  const problem = problemWithPeriod(period);
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={say('Export your transactions')}
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            {say('Close')}
          </Button>
          <Files period={period} isGood={problem === undefined} />
        </>
      }
    >
      <ReportPeriod
        today={today}
        period={period}
        onChange={setPeriod}
        presets={[
          { label: say('This month'), of: thisMonth(today) },
          { label: say('Last month'), of: lastMonth(today) },
          { label: say('One year'), of: lastYear(today) },
        ]}
      />
      <Statement period={period} isGood={problem === undefined} />
    </Dialog>
  );
}

type FilesProps = { period: Period; isGood: boolean };

function Statement({ period, isGood }: FilesProps) {
  const statement = useDownload();
  return (
    <div className="stack-2">
      <Button
        variant="secondary"
        wide
        disabled={!isGood}
        onClick={() => statement.save(async () => fetchFile(statementPdf, { query: period }))}
        isBusy={statement.isBusy}
        busyLabel={say('Downloading...')}
      >
        <Icon of={FileText} />
        {say('Wallet statement')}
      </Button>
      <p className="small muted">{say('The balance after each change, and gifts paid by M-PESA. As PDF.')}</p>
    </div>
  );
}

function Files({ period, isGood }: FilesProps) {
  const csv = useDownload();
  const pdf = useDownload();
  return (
    <>
      <Button
        variant="secondary"
        disabled={!isGood}
        onClick={() => csv.save(async () => fetchFile(historyCsv, { query: period }))}
        isBusy={csv.isBusy}
        busyLabel={say('Downloading...')}
      >
        <Icon of={Table} />
        {say('Save CSV')}
      </Button>
      <Button
        disabled={!isGood}
        onClick={() => pdf.save(async () => fetchFile(historyPdf, { query: period }))}
        isBusy={pdf.isBusy}
        busyLabel={say('Downloading...')}
      >
        <Icon of={FileText} />
        {say('Save PDF')}
      </Button>
    </>
  );
}
