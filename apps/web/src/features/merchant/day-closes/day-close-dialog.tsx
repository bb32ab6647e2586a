import { dayClosePdf, type DayClose } from '@zawadi/contract/day-closes';
import { formatKes } from '@zawadi/contract/money';
import { FileDown, Printer } from 'lucide-react';
import { useState } from 'react';
import { fetchFile } from '../../../api/call.ts';
import { say } from '../../../i18n/say.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { PrintArea } from '../../../ui/print-area.tsx';
import { SumList } from '../../../ui/sum-list.tsx';
import { Time } from '../../../ui/time.tsx';
import { useDownload } from '../../files/use-download.ts';
import { PaperField } from '../receipts/paper-field.tsx';
import { CloseState } from './close-state.tsx';
import { ConfirmClose } from './confirm-close.tsx';
import { figureRows, signedKes, useDrawerText } from './day-close-text.ts';
import { PrintedClose } from './printed-close.tsx';

type DayCloseDialogProps = {
  close: DayClose;
  onChanged: (close: DayClose) => void;
  onClose: () => void;
};

/** One closed day: its figures, its paper, and its confirmation by an owner or manager. */
export function DayCloseDialog({ close, onChanged, onClose }: DayCloseDialogProps) {
  const [isConfirming, setConfirming] = useState(false);
  const { number, canBeConfirmed } = close;
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={say('Day close no. {number}', { number })}
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            {say('Close')}
          </Button>
          {canBeConfirmed && <Button onClick={() => setConfirming(true)}>{say('Confirm')}</Button>}
        </>
      }
    >
      <PrintArea>
        <div className="stack">
          <Figures close={close} />
        </div>
        <PrintedClose close={close} />
      </PrintArea>
      <Handover close={close} />
      <PaperActions closeId={close.closeId} />
      {isConfirming && (
        <ConfirmClose
          close={close}
          onClose={() => setConfirming(false)}
          onConfirmed={(confirmed) => {
            setConfirming(false);
            onChanged(confirmed);
          }}
        />
      )}
    </Dialog>
  );
}

function Figures({ close }: { close: DayClose }) {
  const drawerText = useDrawerText();
  const { closedBy, since, closedAt, counted, difference, note, confirmed } = close;
  return (
    <>
      <Facts
        facts={[
          { label: say('State'), value: <CloseState confirmed={confirmed} /> },
          { label: say('Closed by'), value: closedBy },
          { label: say('Till'), value: drawerText(close) },
          { label: say('From'), value: <Time at={since} /> },
          { label: say('To'), value: <Time at={closedAt} /> },
          note !== '' && { label: say('Note'), value: note },
          confirmed !== undefined && { label: say('Confirmed by'), value: confirmed.by },
          confirmed !== undefined && { label: say('Confirmed'), value: <Time at={confirmed.at} /> },
          confirmed !== undefined &&
            confirmed.note !== '' && { label: say('Note of confirmation'), value: confirmed.note },
        ]}
      />
      <SumList
        rows={[
          ...figureRows(close),
          { label: say('Counted cash'), value: formatKes(counted) },
          { label: say('Difference'), value: signedKes(difference), isTotal: true },
        ]}
      />
    </>
  );
}

/** Says who confirms the close, if it is the viewer's own. */
function Handover({ close: { isOwn, canBeConfirmed, confirmed } }: { close: DayClose }) {
  if (confirmed?.isBySamePerson === true)
    return (
      <Alert>{say('Closed and confirmed by the same person: the shop had no other owner or manager.')}</Alert>
    );
  if (!isOwn || confirmed !== undefined) return null;
  return (
    <Alert>
      {canBeConfirmed
        ? say('Your shop has no other owner or manager, so you confirm your own close. It says so.')
        : say('Hand the cash and this paper over. An owner or manager confirms the close.')}
    </Alert>
  );
}

function PaperActions({ closeId }: Pick<DayClose, 'closeId'>) {
  const download = useDownload();
  return (
    <>
      <div className="till-actions">
        <Button variant="secondary" onClick={() => globalThis.print()}>
          <Icon of={Printer} />
          {say('Print')}
        </Button>
        <Button
          variant="secondary"
          onClick={() => download.save(() => fetchFile(dayClosePdf, { params: { closeId } }))}
          isBusy={download.isBusy}
          busyLabel="PDF"
        >
          <Icon of={FileDown} />
          PDF
        </Button>
      </div>
      <PaperField />
    </>
  );
}
