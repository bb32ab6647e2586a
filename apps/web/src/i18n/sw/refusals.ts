import type { RefusalCode } from '@zawadi/contract/refusals';

/** Every refusal in the customer's words; the server's own sentence is English. */
export const refusals = {
  invalid_json: 'Hatukuweza kusoma ombi hili. Tafadhali jaribu tena.',
  unsupported_media_type: 'Tafadhali tuma ombi hili kama JSON.',
  idempotency_key_missing: 'Kichwa cha Idempotency-Key kinahitajika.',
  not_found: 'Hatukupata ulichoomba.',
  method_not_allowed: 'Hatukupata ulichoomba.',
  body_too_large: 'Hii ni kubwa mno kutumwa.',
  validation_failed: 'Tafadhali angalia sehemu zilizowekewa alama.',
  idempotency_key_reused: 'Idempotency-Key hii ilitumika kwa ombi lingine.',
  idempotency_key_in_use: 'Ombi la kwanza lenye Idempotency-Key hii bado linaendelea.',
  too_many_requests: 'Umejaribu mara nyingi mno. Tafadhali subiri kidogo, kisha ujaribu tena.',
  overloaded: 'Tuna shughuli nyingi sana sasa. Tafadhali jaribu tena baada ya sekunde chache.',

  unauthenticated: 'Tafadhali ingia ili uendelee.',
  invalid_credentials:
    'Imeshindikana kuingia. Tafadhali angalia barua pepe na nenosiri lako, kisha ujaribu tena.',
  otp_invalid: 'Msimbo wa uthibitisho si sahihi',
  session_expired: 'Muda wako wa kuingia umeisha. Tafadhali ingia tena.',
  forbidden: 'Akaunti yako hairuhusiwi kufanya hivi.',
  account_frozen: 'Akaunti yako imesimamishwa. Tafadhali wasiliana na huduma kwa wateja.',
  merchant_not_active: 'Akaunti hii ya mfanyabiashara haitumiki.',
  must_change_password: 'Tafadhali badilisha nenosiri lako kwanza.',

  push_address_refused: 'Hatuwezi kufikia huduma ya arifa ya kivinjari hiki.',

  verification_code_invalid: 'Msimbo wa uthibitisho si sahihi',
  verification_link_invalid: 'Kiungo hiki kimeisha muda au kilishatumika.',
  phone_already_verified: 'Nambari hii ya simu tayari imethibitishwa.',
  phone_not_verified: 'Tafadhali thibitisha nambari yako ya simu kwanza.',
  otp_required: 'Andika msimbo tuliokutumia ili uendelee.',
  otp_unavailable: 'Kwa usalama wako, hili litawezekana saa 24 baada ya kubadilisha simu au nenosiri lako.',

  two_factor_required: 'Andika msimbo kutoka programu yako ya uthibitishaji, au msimbo wa akiba.',
  password_wrong: 'Nenosiri lako la sasa si sahihi.',
  two_factor_on: 'Uthibitishaji wa hatua mbili tayari umewashwa.',
  two_factor_off: 'Uthibitishaji wa hatua mbili haujawashwa.',
  two_factor_not_started: 'Tafadhali changanua msimbo kwa programu yako ya uthibitishaji kwanza.',
  picture_unreadable: 'Hatukuweza kusoma picha hii. Tafadhali chagua nyingine.',
  wallet_not_empty: 'Tafadhali toa kwanza pesa zilizo kwenye pochi yako.',
  payment_open: 'Una malipo ambayo bado yanaendelea. Tafadhali subiri yakamilike.',

  already_paid: 'Zawadi hii tayari imelipiwa.',
  registration_mismatch: 'Maelezo ya malipo yamebadilika. Tafadhali anza upya.',
  payment_pending: 'Malipo hayajakamilika',
  payment_canceled: 'Malipo hayajakamilika',
  prompt_open: 'Simu hii tayari ina ombi la M-PESA ambalo halijajibiwa. Tafadhali lijibu kwanza.',
  prompt_repeated:
    'M-PESA hukataa kiasi kilekile kwa simu ileile ndani ya dakika 2. Tafadhali subiri kidogo.',
  prompts_exhausted: 'Nambari hii haiwezi kupata maombi zaidi leo. Tafadhali tumia nambari yako mwenyewe.',
  provider_unavailable: 'M-PESA haijibu kwa sasa. Hujatozwa chochote. Tafadhali jaribu tena.',
  payment_rejected: 'Imeshindikana kuanzisha malipo',
  transaction_limit: 'Kiasi hiki kinazidi kikomo cha muamala mmoja.',
  daily_limit: 'Kiasi hiki kitapita kikomo chako cha leo.',

  voucher_not_found: 'Hatuijui vocha hii.',
  voucher_expired: 'Muda wa vocha hii umeisha.',
  voucher_used: 'Vocha hii imeshatumika yote.',
  voucher_claimed: 'Vocha hii iliongezwa kwenye pochi.',
  voucher_void: 'Vocha hii haitumiki tena.',
  voucher_not_yet_delivered: 'Vocha hii bado haijawasilishwa.',
  insufficient_voucher_balance: 'Vocha imebakiwa na kiasi kidogo kuliko hiki.',
  claim_not_yours:
    'Zawadi hii ilitumwa kwa nambari nyingine ya simu au barua pepe nyingine. Ingia kwa hiyo, au tumia msimbo dukani.',
  claim_not_verified: 'Tafadhali thibitisha nambari ya simu au barua pepe ambayo zawadi hii ilitumwa kwayo.',
  wallet_limit: 'Pochi yako haiwezi kuwa na zaidi ya KES 500,000.',
  redemption_not_found: 'Hatuujui ununuzi huu wa vocha.',
  insufficient_merchant_balance: 'Salio lako kwa Zawadi halitoshi kwa hili.',
  reversal_too_late: 'Ununuzi unaweza kubatilishwa siku ile ile tu.',
  reversal_voucher_closed:
    'Vocha hii imeisha muda au imefungwa tangu hapo, hivyo ununuzi hauwezi kubatilishwa.',

  voucher_opened: 'Zawadi hii tayari ilifunguliwa.',
  resend_too_soon: 'Zawadi hii ilitumwa hivi punde. Tafadhali subiri dakika chache.',
  resends_exhausted: 'Zawadi hii haiwezi kutumwa tena.',
  corrections_exhausted: 'Zawadi hii haiwezi kurekebishwa tena. Tafadhali wasiliana na huduma kwa wateja.',
  already_thanked: 'Tayari umetoa shukrani kwa zawadi hii.',
  delivery_moment_invalid: 'Tafadhali chagua saa kuanzia sasa hadi mwaka mmoja mbele.',
  period_invalid: 'Tafadhali chagua kipindi kisichozidi mwaka mmoja.',

  card_provider_missing: 'Malipo ya kadi hayawezi kuwashwa: hakuna mtoa huduma wa kadi aliyewekwa.',
  feature_off: 'Huduma hii bado haipatikani. Tafadhali angalia tena baadaye.',

  give_up_too_much: 'Kiasi hiki kinaweza kutolewa kwenda M-PESA.',
  balance_changed: 'Salio lako limebadilika. Tafadhali angalia tena.',
  insufficient_balance: 'Salio la pochi halitoshi',
  below_minimum_withdrawal: 'Kiasi cha chini cha kutoa ni KES 10',
  withdrawals_paused: 'Utoaji wa pesa umesimama kwa muda. Pesa zako ziko salama kwenye pochi yako.',
  withdrawal_canceled: 'Utoaji huu haukufanikiwa. Pesa ziko kwenye pochi yako.',

  settlement_not_pending: 'Fungu hili halisubiri tena.',
  settlement_not_markable:
    'Ni fungu linalolipwa, ambalo matokeo yake hayaji yenyewe, tu linaloweza kuwekewa alama.',
  merchant_suspended: 'Mfanyabiashara huyu amesimamishwa. Mafungu yake yanasubiri.',
  payout_channel_missing: 'Mfanyabiashara huyu bado hajachagua pa kulipwa.',
  settlements_paused: 'Malipo yamesitishwa kwa muda. Hakuna kilichotumwa.',
  decision_open: 'Fungu hili tayari linasubiri msimamizi wa pili.',
  decision_missing: 'Hakuna kinachosubiri msimamizi wa pili hapa.',
  second_person_needed: 'Msimamizi mwingine anapaswa kuthibitisha hili.',
  receipt_known: 'Nambari hii ya malipo tayari ni ya malipo mengine.',
  sandbox_only: 'Hii inawezekana katika sandbox tu.',
} as const satisfies Record<RefusalCode, string>;
