import type { RefusalCode } from '@zawadi/contract/refusals';

/** Refusals about a shop's staff, API keys and webhooks. A part of the one table in `refusals.ts`. */
export const shopRefusals = {
  handle_taken: 'Mtu mwingine wa duka lako tayari anatumia jina hili la kuingia.',
  staff_full: 'Duka lako tayari lina idadi ya juu kabisa ya akaunti za wafanyakazi.',

  address_not_allowed:
    'Ufunguo huu wa API hauwezi kutumika kutoka anwani hii. Mmiliki anaweza kuongeza anwani kwenye Ufikiaji wa API.',
  key_not_allowed: 'Ufunguo huu wa API hauna ruhusa ya kufanya hivi.',
  voucher_not_redeemable_here: 'Vocha hii inatumika tu kwenye duka lililoitoa.',
  voucher_not_claimable: 'Vocha hii inatumika kwenye duka lililoitoa pekee. Haiwezi kuwekwa kwenye pochi.',
  expiry_not_later: 'Vocha tayari inatumika hadi siku hiyo. Tafadhali chagua siku ya baadaye.',
  expiry_moment_invalid: 'Tafadhali chagua wakati ndani ya miezi 24 ijayo.',
  address_list_empty: 'Tafadhali ongeza anwani kabla ya kuwasha orodha.',
  place_closed: 'Tawi hili limefungwa. Tafadhali chagua tawi jingine.',
  place_in_use:
    'Tawi hili bado lina wafanyakazi au funguo za API. Kwanza hamisha wafanyakazi na ufute funguo hizo.',
  place_is_main: 'Tawi kuu haliwezi kufungwa. Badilisha jina na anwani yake kama mmehama.',
  place_name_taken: 'Tawi jingine lina jina hili tayari.',
  places_full: 'Una matawi 100 yaliyo wazi. Tafadhali funga moja kwanza.',
  payout_channel_unset: 'Tafadhali weka kwanza pa kukulipa, kwenye Mipangilio.',
  payouts_held: 'Malipo yanasubiri hadi Zawadi ihakiki badiliko la mwasiliani wako. Pesa zako ziko salama.',
  on_demand_too_small:
    'Vocha zilizotumika kabla ya leo ni chini ya kiwango cha chini cha kulipwa papo hapo. Kiasi hicho kitakuja na malipo yajayo.',
  on_demand_limit: 'Umefikia kikomo cha leo cha kulipwa papo hapo. Kilichobaki kitakuja na malipo yajayo.',
  on_demand_changed: 'Kiasi au ada imebadilika. Hakuna kilicholipwa. Tafadhali angalia takwimu mpya.',
  bill_too_small: 'Bili haizidi kiasi kilicholipwa kwa vocha. Tafadhali iangalie.',
  bill_closed: 'Matumizi haya yamo kwenye siku iliyofungwa, kwa hivyo bili yake haiwezi kubadilishwa tena.',
  day_close_empty: 'Hujapokea vocha yoyote hapa tangu ulipofunga mara ya mwisho. Hakuna cha kufunga.',
  day_close_changed:
    'Tangu hapo kuna vocha iliyopokelewa au kubatilishwa. Hakuna kilichofungwa. Tafadhali angalia takwimu mpya.',
  day_close_own: 'Siku hii uliifunga mwenyewe. Mmiliki au meneja mwingine lazima aithibitishe.',
  day_close_confirmed: 'Siku hii iliyofungwa tayari imethibitishwa.',
  day_close_needs_note:
    'Pesa taslimu zilizohesabiwa hazilingani na zilizotarajiwa. Tafadhali andika ulichogundua.',
  bill_receipt_missing: 'Tafadhali andika risiti iliyo kwenye ujumbe wa M-PESA.',
  settlements_held:
    'Mwasiliani wa zamani wa mfanyabiashara huyu alisema “si mimi”. Hakuna kinacholipwa hadi wasimamizi wawili waangalie: tazama Idhini.',
  settlements_paused: 'Malipo yamesitishwa kwa sasa. Hakuna kilichotumwa. Tafadhali jaribu tena baadaye.',
  api_keys_full: 'Una funguo 20 pamoja na ule mkuu. Tafadhali futa mmoja kwanza.',
  api_key_name_taken: 'Ufunguo wako mwingine una jina hili tayari.',

  webhook_addresses_full: 'Una anwani tano za webhook. Tafadhali ondoa moja kwanza.',
  webhook_not_set: 'Tafadhali hifadhi anwani ya webhook kwanza.',
  webhook_switched_off: 'Webhook yako imezimwa. Hifadhi anwani yake tena ili kuiwasha.',
} as const satisfies Partial<Record<RefusalCode, string>>;
