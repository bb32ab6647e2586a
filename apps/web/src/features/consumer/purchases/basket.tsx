import { basketFees } from '@zawadi/contract/fees';
import { formatKes } from '@zawadi/contract/money';
import { useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { say } from '../../../i18n/say.ts';
import { Button } from '../../../ui/button.tsx';
import { appointmentText } from '../../../ui/calendar-text.ts';
import { TicketSwatch } from '../../../ui/ticket-swatch.tsx';
import { parseAmount } from '../amount.ts';
import { deliverAt } from './delivery.ts';
import { keepOtherGifts, keepTypedGift, readGiftDraft } from './gift-draft.ts';
import { isBlank, nextGift, type GiftForm } from './gift-form.ts';
import './basket.css';

export type Basket = ReturnType<typeof useBasket>;

/** The other gifts of a basket; the form has one gift. Stores each change, so that a reload loses nothing. */
export function useBasket(form: UseFormReturn<GiftForm>, userId: string) {
  const [others, setOthers] = useState<readonly GiftForm[]>(() => readGiftDraft(userId).others);
  const keep = (gifts: readonly GiftForm[]) => {
    setOthers(gifts);
    keepOtherGifts(userId, gifts);
  };
  const open = (gift: GiftForm) => {
    form.reset(gift);
    keepTypedGift(userId, gift);
    form.setFocus('amount');
  };
  return {
    others,
    /** Returns all gifts; a blank form is not a gift. */
    withTyped: (typed: GiftForm) => (others.length > 0 && isBlank(typed) ? others : [...others, typed]),
    /** Puts the typed gift into the basket and empties the form, if the gift is valid. */
    add: form.handleSubmit((typed) => {
      keep([...others, typed]);
      open(nextGift(typed));
    }),
    /** Opens a gift in the form. The typed gift takes its place, if it is valid. */
    change: (index: number) => {
      const picked = others[index];
      if (picked === undefined) return;
      if (isBlank(form.getValues())) {
        keep(others.filter((_, n) => n !== index));
        open(picked);
        return;
      }
      void form.handleSubmit((typed) => {
        keep(others.map((gift, n) => (n === index ? typed : gift)));
        open(picked);
      })();
    },
    remove: (index: number) => keep(others.filter((_, n) => n !== index)),
  };
}

/** Returns what the buyer pays for gifts, the fee in it, and what the recipients get, in shillings. */
export function sumOfGifts(
  gifts: readonly GiftForm[],
  feeBasisPoints: number,
): { gross: number; fee: number; net: number } {
  const amounts = gifts.flatMap(({ amount }) => parseAmount(amount) ?? []);
  const gross = amounts.reduce((sum, amount) => sum + amount, 0);
  const fee = amounts.length === 0 ? 0 : basketFees(amounts, feeBasisPoints).fee;
  return { gross, fee, net: gross - fee };
}

/** The gifts of the basket as small tickets, without the one in the form. */
export function BasketList({ basket: { others, change, remove } }: { basket: Basket }) {
  return (
    <section className="sheet pad" aria-labelledby="basket-title">
      <h2 id="basket-title" className="text-lg">
        {say('Your gifts')}
      </h2>
      <ul className="basket">
        {others.map((gift, index) => (
          <li key={index}>
            <TicketSwatch cloth={gift.cloth} small />
            <p>
              <b>{gift.fullName.trim()}</b>
              <small className="muted">{arrivalText(gift)}</small>
            </p>
            <b className="num nowrap">{formatKes(parseAmount(gift.amount) ?? 0)}</b>
            <div className="basket-actions">
              <Button
                variant="quiet"
                aria-label={say('Change the gift for {name}', { name: gift.fullName.trim() })}
                onClick={() => change(index)}
              >
                {say('Change')}
              </Button>
              <Button
                variant="quiet"
                aria-label={say('Remove the gift for {name}', { name: gift.fullName.trim() })}
                onClick={() => remove(index)}
              >
                {say('Remove')}
              </Button>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Says when a gift arrives. */
export function arrivalText(gift: GiftForm): string {
  if (gift.delivery === 'now') return say('Right after you pay');
  const arrives = deliverAt(gift);
  return arrives === undefined ? say('Choose a day') : appointmentText(new Date(arrives));
}
