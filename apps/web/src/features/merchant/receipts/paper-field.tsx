import { useSyncExternalStore } from 'react';
import { say } from '../../../i18n/say.ts';
import { SelectField } from '../../../ui/select-field.tsx';
import { isPaper, PAPERS, receiptPaper } from './receipt-paper.ts';

/** Chooses the paper format of this till's printer. */
export function PaperField() {
  const paper = useSyncExternalStore(receiptPaper.watch, receiptPaper.read);
  return (
    <SelectField
      className="till-paper"
      label={say('Print on')}
      options={Object.entries(PAPERS).map(([value, label]) => ({ value, label: say(label) }))}
      value={paper}
      onChange={({ target }) => {
        if (isPaper(target.value)) receiptPaper.set(target.value);
      }}
    />
  );
}
