/** Refusals about a shop's places, settlements on demand and closed days. `refusals.ts` adds them to its table. */
export const placeRefusals = {
  place_closed: { status: 409, message: 'This place is closed. Please choose another place.' },
  place_only: {
    status: 403,
    message: 'You work for one place, and this concerns the whole shop. Please ask the owner.',
  },
  place_in_use: {
    status: 409,
    message: 'Staff or API keys still belong to this place. Move the staff and revoke the keys first.',
  },
  place_is_main: {
    status: 409,
    message: 'The main place cannot be closed. Change its name and address if you have moved.',
  },
  place_name_taken: { status: 409, message: 'Another place already has this name.' },
  places_full: { status: 409, message: 'You have 100 open places. Please close one first.' },
  api_keys_full: { status: 409, message: 'You have 20 keys besides the main one. Please revoke one first.' },
  api_key_name_taken: { status: 409, message: 'One of your keys already has this name.' },

  payout_channel_unset: { status: 409, message: 'Please set where we pay you first, in Settings.' },
  payouts_held: {
    status: 409,
    message: 'Pay-outs wait until Zawadi has checked a change of your contact. Your money is safe.',
  },
  on_demand_too_small: {
    status: 409,
    message:
      'What was redeemed before today is below the smallest pay-out on demand. It comes with the next settlement.',
  },
  on_demand_limit: {
    status: 409,
    message:
      'You have reached today’s limit for pay-outs on demand. The rest comes with the next settlement.',
  },
  on_demand_changed: {
    status: 409,
    message: 'The amount or the fee has changed. Nothing was paid. Please check the new figures.',
  },

  day_close_empty: {
    status: 422,
    message: 'You have redeemed nothing here since your last close. There is nothing to close.',
  },
  day_close_changed: {
    status: 409,
    message:
      'A redemption or a reversal has come in since. Nothing was closed. Please check the new figures.',
  },
  day_close_own: {
    status: 409,
    message: 'You closed this day yourself. Another owner or manager must confirm it.',
  },
  day_close_confirmed: { status: 409, message: 'This closed day is already confirmed.' },
  day_close_needs_note: {
    status: 409,
    message: 'The counted cash differs from the expected cash. Please write what you found.',
  },
  bill_closed: {
    status: 409,
    message: 'This redemption is in a closed day, so its bill can no longer change.',
  },
} as const;
