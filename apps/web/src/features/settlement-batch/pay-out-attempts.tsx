import { DataTable, type Column } from '../../ui/data-table.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { say } from '../../i18n/say.ts';

type PayOutAttemptsProps<Attempt> = { attempts: readonly Attempt[]; columns: readonly Column<Attempt>[] };

/** Lists every pay-out attempt of a batch. A failed attempt moved no money. */
export function PayOutAttempts<Attempt extends { attemptId: string }>({
  attempts,
  columns,
}: PayOutAttemptsProps<Attempt>) {
  if (attempts.length === 0) return null;
  return (
    <Sheet title={say('Pay-out attempts')}>
      <DataTable
        caption={say('Pay-out attempts, oldest first')}
        columns={columns}
        rows={attempts}
        rowKey={({ attemptId }) => attemptId}
      />
    </Sheet>
  );
}
