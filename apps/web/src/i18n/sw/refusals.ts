import type { RefusalCode } from '@zawadi/contract/refusals';
import { suggestedSentences } from '@zawadi/contract/stops-sentences';
import { contactRefusals } from './contact-refusals.ts';
import { deskRefusals } from './desk-refusals.ts';
import { shopRefusals } from './shop-refusals.ts';

/** Every refusal in the customer's words; the server's own sentence is English. */
export const refusals = {
  invalid_json: 'Hatukuweza kusoma ombi hili. Tafadhali jaribu tena.',
  repeated_field: 'Sehemu moja imeandikwa zaidi ya mara moja. Tafadhali tuma kila sehemu mara moja.',
  unsupported_media_type: 'Tafadhali tuma ombi hili kama JSON.',
  idempotency_key_missing: 'Tafadhali tuma kichwa cha Idempotency-Key.',
  not_found: 'Hatukupata ulichoomba.',
  method_not_allowed: 'Anwani hii haipokei ombi la aina hii.',
  body_too_large: 'Hii ni kubwa mno kutumwa.',
  validation_failed: 'Tafadhali angalia sehemu zilizowekewa alama.',
  unknown_field: 'Ombi hili lina sehemu tusiyoijua.',
  idempotency_key_reused: 'Idempotency-Key hii ilitumika kwa ombi lingine. Tafadhali tumia mpya.',
  idempotency_key_in_use:
    'Ombi la kwanza lenye Idempotency-Key hii bado linaendelea. Tafadhali jaribu tena baada ya muda mfupi.',
  too_many_letters:
    'Umetutumia barua nyingi. Tunasoma na kujibu kila moja. Tafadhali subiri kidogo kabla ya kuandika tena.',
  too_many_requests: 'Umejaribu mara nyingi mno. Tafadhali subiri kidogo, kisha ujaribu tena.',
  closed_after_restore:
    'Tunakagua kumbukumbu zetu baada ya hitilafu. Pesa zako ziko salama. Tafadhali jaribu tena baadaye.',
  overloaded: 'Tuna shughuli nyingi sana sasa. Tafadhali jaribu tena baada ya sekunde chache.',
  exports_running: 'Tayari tunakutengenezea faili mbili. Tafadhali subiri moja ihifadhiwe kwanza.',

  unauthenticated: 'Tafadhali ingia ili uendelee.',
  invalid_credentials:
    'Imeshindikana kuingia. Tafadhali angalia barua pepe na nenosiri lako, kisha ujaribu tena.',
  otp_invalid: 'Msimbo wa uthibitisho si sahihi',
  session_expired: 'Muda wako wa kuingia umeisha. Tafadhali ingia tena.',
  use_dpop_nonce: 'Tafadhali jaribu tena.',
  invalid_dpop_proof: 'Hatukuweza kuthibitisha ni kifaa gani kimetuma ombi hili. Tafadhali jaribu tena.',
  device_key_needed:
    'Kivinjari hiki hakiwezi tena kuonyesha kwamba uliingia ukikitumia. Tafadhali ingia tena.',
  forbidden: 'Huna ruhusa ya kufanya hivi.',
  not_available_here: 'Hatuwezi kukufanyia hili kwa sasa. Tafadhali wasiliana na huduma kwa wateja.',
  account_frozen: 'Akaunti yako imesimamishwa. Tafadhali wasiliana na huduma kwa wateja.',
  temporary_password_expired:
    'Muda wa nenosiri hili la muda umeisha: hutumika kwa siku tatu. Chagua “Umesahau nenosiri?” uweke lako, au omba jingine.',
  merchant_not_active:
    'Akaunti hii ya mfanyabiashara haitumiki. Tafadhali andikia huduma kwa wateja ya Zawadi.',
  must_change_password: 'Tafadhali badilisha nenosiri lako kwanza.',
  two_factor_enrolment_required:
    'Tafadhali weka uthibitishaji wa hatua mbili kwanza. Wasimamizi hawawezi kufanya kazi bila huo.',

  push_address_refused: 'Hatuwezi kufikia huduma ya arifa ya kivinjari hiki.',
  ...contactRefusals,
  two_factor_required: 'Andika msimbo kutoka programu yako ya uthibitishaji, au msimbo wa akiba.',
  password_required: 'Andika nenosiri lako la sasa ili uendelee.',
  password_wrong: 'Hilo si nenosiri lako la sasa. Tafadhali jaribu tena.',
  password_reset_needed: 'Kwa usalama wako, kwanza weka nenosiri jipya kwa “Umesahau nenosiri?”.',
  password_common: 'Watu wengi hutumia nenosiri hili. Tafadhali chagua maneno machache mfululizo.',
  password_personal:
    'Nenosiri hili lina jina, anwani au neno linalojulikana kukuhusu. Tafadhali chagua maneno mengine.',
  password_unchanged: 'Tafadhali chagua nenosiri tofauti na la sasa.',
  two_factor_on: 'Uthibitishaji wa hatua mbili tayari umewashwa.',
  two_factor_off: 'Uthibitishaji wa hatua mbili haujawashwa.',
  two_factor_not_started: 'Tafadhali changanua msimbo kwa programu yako ya uthibitishaji kwanza.',
  passkey_refused:
    'Ufunguo huu wa siri haufungui akaunti hapa. Tafadhali jaribu tena, au ingia kwa nenosiri lako.',
  passkey_wrong:
    'Ufunguo huu wa siri haukuweza kuthibitisha kwamba ni wewe. Tafadhali jaribu tena, au tumia msimbo.',
  session_idle: 'Uliondolewa baada ya dakika 30 bila kufanya chochote. Tafadhali ingia tena.',
  step_up_required: 'Tafadhali thibitisha kwamba ni wewe ili uendelee.',
  passkey_enrolment_required:
    'Tafadhali ongeza ufunguo wa siri kwanza. Hapa wasimamizi hawawezi kufanya kazi bila huo.',
  passkey_invalid: 'Ufunguo huu wa siri haukuweza kuongezwa. Tafadhali jaribu tena.',
  passkey_known: 'Tayari umeongeza ufunguo huu wa siri.',
  passkeys_full: 'Una funguo kumi za siri, na akaunti haiwezi kuwa na zaidi. Tafadhali ondoa mmoja kwanza.',
  passkeys_unavailable: 'Funguo za siri hazifanyi kazi hapa, kwa sababu tovuti hii haina jina.',
  logo_not_fetched: 'Hatukuweza kupata nembo. Tafadhali angalia anwani yake, au iache tupu.',
  place_only: 'Unafanya kazi kwenye tawi moja, na hili ni la duka zima. Tafadhali muulize mwenye duka.',
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
  prompts_exhausted:
    'Namba hii haiwezi kupata maombi zaidi leo. Tafadhali tumia namba yako mwenyewe, au jaribu tena kesho.',
  provider_unavailable: 'M-PESA haijibu kwa sasa. Hujatozwa chochote. Tafadhali jaribu tena.',
  payment_rejected: 'Imeshindikana kuanzisha malipo',
  transaction_limit: 'Kiasi hiki kinazidi kikomo cha muamala mmoja.',
  daily_limit: 'Kiasi hiki kitapita kikomo chako cha leo.',
  withdrawal_waits:
    'Kwa usalama wako, akaunti mpya inaweza kutoa sehemu tu ya pesa zake katika siku za kwanza.',

  voucher_not_found: 'Hatuitambui vocha hii.',
  voucher_frozen: 'Vocha hii haiwezi kutumika sasa. Tafadhali uliza huduma kwa wateja ya Zawadi kwa nini.',
  voucher_code_mistyped: 'Msimbo huu una kosa. Tafadhali ulinganishe tena.',
  voucher_held:
    'Duka limeshikilia thamani ya vocha hii kwa ajili ya oda. Unaweza kuitumia tena duka likiiachilia.',
  voucher_expired: 'Muda wa vocha hii umeisha.',
  voucher_used: 'Vocha hii imeshatumika yote.',
  voucher_claimed: 'Vocha hii iliongezwa kwenye pochi.',
  voucher_void: 'Vocha hii haitumiki tena.',
  voucher_not_yet_delivered: 'Zawadi hii bado haijatumwa. Tafadhali subiri siku yake.',
  insufficient_voucher_balance:
    'Kiasi hiki kinazidi kilichobaki kwenye vocha. Tafadhali andika kiasi kidogo zaidi.',
  claim_not_yours:
    'Zawadi hii ilitumwa kwa namba nyingine ya simu au barua pepe nyingine. Ingia kwa hiyo, au tumia msimbo dukani.',
  claim_not_verified: 'Tafadhali thibitisha namba ya simu au barua pepe ambayo zawadi hii ilitumwa kwayo.',
  number_has_account: 'Namba hii tayari ina akaunti ya Zawadi. Ingia ili uweke zawadi kwenye pochi yake.',
  claim_proof_expired: 'Muda wa msimbo wako umeisha. Tafadhali omba mpya.',
  wallet_limit: 'Pochi yako haiwezi kuwa na zaidi ya KES 500,000.',
  voucher_not_made_here: 'Hukutengeneza vocha hii. Unaweza kutuma tena au kufuta tu vocha ulizotengeneza.',
  voucher_without_address: 'Vocha hii haina namba ya simu wala barua pepe ya kutumiwa.',
  transaction_not_found: 'Hatuutambui muamala huu.',
  event_not_found: 'Hatulitambui tukio hili.',
  settlement_not_found: 'Hatuyatambui malipo haya.',
  redemption_not_found: 'Hatuyatambui matumizi haya.',
  hold_not_found: 'Hatuutambui ushikiliaji huu.',
  hold_not_open: 'Kiasi hiki kilichoshikiliwa tayari kimechukuliwa au kuachiliwa.',
  hold_expired: 'Muda wa kushikilia umeisha. Thamani imerudi kwenye vocha.',
  hold_moment_invalid: 'Tafadhali chagua wakati ndani ya siku saba zijazo.',
  capture_exceeds_hold: 'Kiasi hiki kinazidi kilichoshikiliwa. Tafadhali chukua kidogo zaidi.',
  insufficient_merchant_balance:
    'Salio lako kwa Zawadi halitoshi kwa hili. Tafadhali jaribu tena baada ya mauzo yajayo.',
  reversal_too_late:
    'Unaweza kubatilisha matumizi siku ileile tu. Tafadhali malizana na mteja kwa njia nyingine.',
  reversals_exhausted:
    'Matumizi ya vocha hii tayari yamebatilishwa hapa mara tatu leo. Tafadhali malizana na mteja kuhusu hili, au uandikie huduma kwa wateja.',

  voucher_opened: 'Zawadi hii tayari imefunguliwa, kwa hiyo haiwezi kubadilishwa.',
  resend_too_soon: 'Zawadi hii ilitumwa hivi punde. Tafadhali subiri dakika chache.',
  resends_exhausted: 'Zawadi hii haiwezi kutumwa tena.',
  correction_too_late:
    'Zawadi hii ilitumwa zaidi ya saa 24 zilizopita. Huduma kwa wateja bado inaweza kuituma kwa mtu sahihi.',
  corrections_exhausted: 'Zawadi hii haiwezi kurekebishwa tena. Tafadhali wasiliana na huduma kwa wateja.',
  gift_sent: 'Zawadi hii tayari imetumwa. Haiwezi kubadilishwa tena.',
  gift_cancelled: 'Zawadi hii ilighairiwa. Pesa zinarudi kwako.',
  cancellations_exhausted: 'Unaweza kughairi zawadi tatu kwa siku. Tafadhali jaribu tena kesho.',
  photo_gift_too_small: 'Picha inaambatana na zawadi za kuanzia KES 200.',
  already_thanked: 'Tayari umetoa shukrani kwa zawadi hii.',
  delivery_moment_invalid: 'Tafadhali chagua saa ndani ya mwaka mmoja ujao.',
  period_reversed: 'Siku ya mwisho haiwezi kutangulia siku ya kwanza.',
  period_invalid: 'Tafadhali chagua kipindi kisichozidi mwaka mmoja.',

  ...deskRefusals,
  adjustment_mismatch: 'Marekebisho haya yameshafanywa, kwa maelezo mengine.',
  administrator_known: 'Anwani hii tayari ni ya msimamizi mwingine.',
  passkey_last_required:
    'Hapa wasimamizi wanahitaji ufunguo wa siri, na huu ni wako wa mwisho. Tafadhali ongeza mwingine kwanza.',
  own_passkey_missing:
    'Tafadhali ongeza ufunguo wa siri kwenye akaunti yako kwanza, ili uhakikishe kwamba unafanya kazi hapa.',
  own_account:
    'Hakuna anayeweza kufanya hili kwa akaunti yake mwenyewe. Tafadhali mwombe msimamizi mwingine.',
  already_blocked: 'Orodha ya zuio tayari ina hili, au ombi lake linasubiri.',
  blocks_yourself: 'Hili lingezuia mtandao unaoutumia sasa. Tafadhali angalia anwani.',
  block_not_active: 'Zuio hili halizuii tena.',
  user_wallet_frozen: 'Mwenye pochi hii tayari ameifunga.',
  user_phone_unproven: 'Akaunti hii haina namba iliyothibitishwa ya kupigia.',
  user_name_unproven:
    'M-PESA haijawahi kutaja jina la mwenye akaunti hii, kwa hiyo hakuna jina la kulinganisha.',
  user_name_differs: 'Jina la namba mpya si jina ambalo M-PESA ilitaja kwa akaunti hii.',
  user_number_taken: 'Akaunti nyingine imethibitisha namba hii.',
  user_contacts_running: 'Mawasiliano ya akaunti hii tayari yanabadilishwa.',
  user_frozen: 'Akaunti hii tayari imesimamishwa.',
  user_not_frozen: 'Akaunti hii haijasimamishwa.',
  contact_verified: 'Hakuna cha kuthibitisha hapa.',
  user_wallet_not_empty: 'Bado kuna pesa kwenye pochi hii. Mwenyewe anapaswa kuzitoa kwanza.',
  user_payment_open: 'Malipo ya akaunti hii bado hayajakamilika. Tafadhali subiri yakamilike.',
  card_provider_missing: 'Malipo ya kadi hayawezi kuwashwa: hakuna mtoa huduma wa kadi aliyewekwa.',
  buying_stopped: suggestedSentences.buying.sw,
  claiming_stopped: suggestedSentences.claiming.sw,
  redeeming_stopped: suggestedSentences.redeeming.sw,
  withdrawing_stopped: suggestedSentences.withdrawing.sw,
  settling_stopped: suggestedSentences.settling.sw,
  already_stopped: 'Hii tayari imesimamishwa.',
  stop_ended: 'Usimamishaji huu tayari umekwisha.',
  feature_off: 'Huduma hii bado haipatikani. Tafadhali angalia tena baadaye.',

  give_up_too_much: 'Unaweza kutoa kiasi hiki kwenda M-PESA badala yake.',
  balance_changed: 'Salio lako limebadilika. Tafadhali liangalie, kisha ujaribu tena.',
  insufficient_balance: 'Salio la pochi halitoshi',
  below_minimum_purchase: 'Kiasi hiki ni chini ya zawadi ndogo kabisa. Tafadhali andika kiasi kikubwa zaidi.',
  below_minimum_withdrawal: 'Kiasi cha chini cha kutoa ni KES 10',
  withdrawals_paused:
    'Utoaji wa pesa umesitishwa kwa sasa. Pesa zako ziko salama kwenye pochi yako. Tafadhali jaribu tena baadaye.',
  withdrawal_canceled: 'Utoaji huu haukufanikiwa. Pesa ziko kwenye pochi yako.',

  settlement_not_pending: 'Fungu hili halisubiri tena.',
  settlement_not_markable:
    'Unaweza kuweka alama tu kwenye fungu linalolipwa, ambalo matokeo yake hayaji yenyewe.',
  merchant_suspended: 'Mfanyabiashara huyu amesimamishwa. Mafungu yake yanasubiri.',
  merchant_unsettled: 'Mfanyabiashara huyu hajawashwa, kwa hiyo hakuna kinacholipwa.',
  payout_channel_missing: 'Mfanyabiashara huyu bado hajachagua pa kulipwa.',
  bank_file_empty: 'Hakuna fungu lililoidhinishwa linalosubiri faili la benki.',
  decision_open: 'Fungu hili tayari linasubiri msimamizi wa pili.',
  decision_missing: 'Hakuna kinachosubiri msimamizi wa pili hapa.',
  second_person_needed: 'Msimamizi mwingine anapaswa kuthibitisha hili.',
  receipt_known: 'Namba hii ya malipo tayari ni ya malipo mengine.',
  approval_open: 'Mtu ameshaomba hili. Linasubiri kuidhinishwa.',
  approval_closed: 'Ombi hili limeshaamuliwa, au muda wake umeisha.',
  requester_ineligible:
    'Aliyeomba haruhusiwi tena kuamua kuhusu pesa. Likatae ombi hili, kisha liombwe upya.',
  approval_outdated: 'Hili limebadilika tangu liombwe. Hakuna kilichofanyika. Tafadhali omba tena.',
  voucher_not_bought: 'Hili linawezekana tu kwa vocha ambayo mtu alilipia.',
  voucher_bought: 'Mtu alilipia vocha hii. Thamani yake inakwenda kwake, au kwa vocha mpya.',
  buyer_gone: 'Mtu huyu amefunga akaunti yake, kwa hiyo pesa haziwezi kwenda huko.',
  purchase_not_paid: 'Ununuzi huu haukulipiwa.',
  purchase_not_payable: 'Pesa hizi hazilingani na ununuzi huo.',
  payment_given_back: 'Malipo haya yamesharudishwa, au yako njiani kurudi.',
  review_resolved: 'Mtu ameshalitatua hili.',
  photo_undecided: 'Tafadhali amua kuhusu picha: iondoe, au ionyeshe tena.',
  money_held: 'Kesi hii ina pesa zinazosubiri. Tafadhali chagua ni za nani.',
  payment_being_sent:
    'Tunatuma malipo haya kwa M-PESA sasa hivi. Tafadhali jaribu tena baada ya dakika moja.',
  withdrawal_not_markable:
    'Unaweza kuweka alama kwenye utoaji tu kama M-PESA haijajibu, au kama pesa zilirudishwa.',
  withdrawal_too_young:
    'M-PESA bado inaweza kulipa. Unaweza kuweka alama ya kulipwa baada ya saa moja, na ya kutolipwa baada ya saa 24.',
  payment_still_open:
    'Matokeo ya malipo haya bado hayajulikani, kwa hiyo kesi hii inabaki wazi. Uliza M-PESA, au weka matokeo yake.',
  receipt_missing: 'Hatujui risiti ya M-PESA ya malipo haya, kwa hiyo M-PESA haiwezi kuyarudisha.',
  no_money_held: 'Kesi hii haina pesa zinazosubiri.',
  letter_answered: 'Barua hii imeshajibiwa.',
  fraud_alert_closed: 'Tahadhari hii imeshafungwa.',
  fraud_alert_open: 'Tahadhari hii iko wazi.',
  fraud_alert_about_you: 'Tahadhari hii inahusu ulichofanya wewe. Msimamizi mwingine anapaswa kuiangalia.',
  assignee_unsuitable: 'Mtu huyu hawezi kushughulikia tahadhari.',
  fraud_case_exists: 'Tayari kuna kesi iliyo wazi kuhusu mtu huyu au duka hili.',
  fraud_case_about_you:
    'Huwezi kufungua kesi kukuhusu wewe mwenyewe. Msimamizi mwingine anapaswa kufanya hivyo.',
  fraud_case_closed: 'Kesi hii imefungwa. Ifungue tena kwanza.',
  fraud_case_open: 'Kesi hii iko wazi.',
  filed_later: 'Tafadhali chagua leo au siku ya awali.',
  preview_too_long: 'Historia ni ndefu mno kujaribu kanuni hizi. Bado unaweza kuzihifadhi.',
  setting_changed: 'Mtu mwingine amebadilisha hili sasa hivi. Tafadhali liangalie, kisha ujaribu tena.',
  setting_same: 'Haya tayari ndiyo yaliyopo, kwa hiyo hakuna kitakachobadilika.',
  setting_in_force: 'Hili limeshaanza kutumika. Tafadhali fanya badiliko jipya.',
  effective_day_invalid: 'Tafadhali chagua siku kuanzia kesho hadi mwaka mmoja ujao.',
  day_not_over: 'Tafadhali chagua siku zilizokwisha: ya mwisho inaweza kuwa jana.',
  accounts_unmapped:
    'Baadhi ya akaunti za leja hazijaoanishwa. Tafadhali zioanishe kwenye Mipangilio → Bookkeeping.',
  journal_too_long: 'Xero hupokea mistari 300 katika faili moja. Tafadhali chagua kipindi kifupi zaidi.',
  seller_missing:
    'Tafadhali chagua kwenye Mipangilio → Invoices ni nani anayetoa ankara, na kuanzia mwezi gani.',
  etims_number_used: 'Ankara nyingine tayari ina namba hii ya eTIMS.',
  wording_unsuitable: 'Tafadhali angalia nafasi za maneno haya.',
  pull_refused:
    'M-PESA haituruhusu kusoma orodha hii. Tafadhali sajili namba yetu iliyoteuliwa kwa M-PESA kwanza.',
  reconciliation_closed: 'Hili limeshamalizika, au linasubiri kuidhinishwa.',
  suspense_too_low:
    'Hakuna pesa za kutosha zisizojulikana mwenyewe, zaidi ya zile ambazo kesi zilizo wazi zinasubiri. Iandike kama hasara, au angalia kesi hizo kwanza.',
  correction_unsuitable:
    'Tofauti hii haiwezi kurekebishwa kwa njia hii. Tafadhali chagua marekebisho mengine.',
  sandbox_only: 'Hili linawezekana kwenye mfumo wa majaribio tu.',

  ...shopRefusals,
} as const satisfies Record<RefusalCode, string>;
