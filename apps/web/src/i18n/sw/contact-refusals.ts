import type { RefusalCode } from '@zawadi/contract/refusals';

/** Refusals about unverified contacts and waiting contact changes. A part of the one table in `refusals.ts`. */
export const contactRefusals = {
  verification_code_invalid: 'Msimbo wa uthibitisho si sahihi',
  reset_link_only:
    'Misimbo mingi isiyo sahihi imeandikwa leo. Tafadhali fungua kiungo kilicho kwenye barua pepe yetu, au omba barua pepe mpya.',
  reset_needs_email:
    'Hatuwezi kubadilisha nenosiri lako kwa namba hii sasa: laini yake ilibadilishwa hivi karibuni, au haijatumika hapa kwa muda mrefu. Tafadhali tumia barua pepe, au uandikie huduma kwa wateja.',
  sim_not_checked:
    'Hatukuweza kuangalia laini yako. Tafadhali jaribu tena baada ya dakika moja, au badilisha nenosiri kwa barua pepe.',
  verification_link_invalid: 'Kiungo hiki kimeisha muda au kilishatumika.',
  email_has_account: 'Anwani hii ni ya akaunti nyingine. Ingia huko, au ongeza nyingine kwenye wasifu wako.',
  phone_has_account:
    'Akaunti nyingine ina namba hii na haina barua pepe. Ingia huko kwa namba hii uongeze barua pepe, au tumia namba nyingine hapa.',
  phone_already_verified: 'Namba hii ya simu tayari imethibitishwa.',
  phone_not_given: 'Tafadhali ongeza namba yako ya simu kwenye wasifu wako kwanza.',
  phone_not_verified: 'Tafadhali thibitisha namba yako ya simu kwanza.',
  otp_required: 'Andika msimbo tuliokutumia ili uendelee.',
  otp_unavailable: 'Kwa usalama wako, hili litawezekana saa 24 baada ya kubadilisha simu au nenosiri lako.',
  wallet_waits:
    'Kwa usalama wako, pesa zitaweza kutoka kwenye pochi yako saa 24 baada ya kuweka nenosiri jipya.',
  wallet_frozen: 'Pochi yako imefungwa, kwa hiyo pesa hazitoki. Ifungue tena kwenye wasifu wako.',
  wallet_not_frozen: 'Pochi yako tayari iko wazi.',
  wallet_held_by_support:
    'Huduma kwa wateja inabadilisha mawasiliano ya akaunti yako. Kama hukuomba hilo, tumia kiungo kwenye ujumbe wetu.',
  second_contact_missing:
    'Hukuwa na mawasiliano ya pili yaliyothibitishwa pochi yako ilipofungwa. Omba ifunguliwe: itafunguka saa 24 baadaye.',
} as const satisfies Partial<Record<RefusalCode, string>>;
