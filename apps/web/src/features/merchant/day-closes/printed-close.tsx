import type { DayClose } from '@zawadi/contract/day-closes';
import { formatKes } from '@zawadi/contract/money';
import { nameOfShop } from '@zawadi/contract/shop-names';
import { say } from '../../../i18n/say.ts';
import { PaperLine, paperMoment, PrintedPaper } from '../receipts/printed-paper.tsx';
import { figureRows, signedKes, useDrawerText } from './day-close-text.ts';

/** A closed day on paper, with lines for two signatures until it is confirmed. */
export function PrintedClose({ close }: { close: DayClose }) {
  const drawerText = useDrawerText();
  const { number, closedBy, since, closedAt, counted, difference, note, confirmed } = close;
  return (
    <PrintedPaper shop={nameOfShop(close)} number={[say('Day close'), say('No. {number}', { number })]}>
      <p className="paper-what">{say('Day close no. {number}', { number })}</p>
      <dl>
        <PaperLine label={say('Closed by')} value={closedBy} />
        <PaperLine label={say('Till')} value={drawerText(close)} />
        <PaperLine label={say('From')} value={paperMoment(since)} />
        <PaperLine label={say('To')} value={paperMoment(closedAt)} />
      </dl>
      <dl>
        {figureRows(close).map((row) => (
          <PaperLine key={row.label} {...row} />
        ))}
        <PaperLine label={say('Counted cash')} value={formatKes(counted)} />
        <PaperLine label={say('Difference')} value={signedKes(difference)} />
      </dl>
      <dl>
        {note !== '' && <PaperLine label={say('Note')} value={note} />}
        {confirmed === undefined ? (
          <>
            <PaperLine label={say('Handed over')} value="........................" />
            <PaperLine label={say('Received')} value="........................" />
          </>
        ) : (
          <>
            <PaperLine label={say('Confirmed by')} value={confirmed.by} />
            <PaperLine label={say('Confirmed')} value={paperMoment(confirmed.at)} />
            {confirmed.note !== '' && (
              <PaperLine label={say('Note of confirmation')} value={confirmed.note} />
            )}
          </>
        )}
      </dl>
      <p className="paper-foot">
        <b>Zawadi</b>
      </p>
    </PrintedPaper>
  );
}
