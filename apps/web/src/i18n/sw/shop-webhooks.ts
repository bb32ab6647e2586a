/** Webhooks: addresses, events and deliveries. */
export const shopWebhooks = {
  Webhook: 'Webhook',
  'About webhooks': 'Kuhusu webhook',
  'Webhook URL': 'URL ya webhook',
  Events: 'Matukio',
  Event: 'Tukio',
  'Failed to load your webhook': 'Imeshindikana kupata webhook yako',
  'We still keep and send events.': 'Bado tunahifadhi na kutuma matukio.',
  'The events could not be saved.': 'Imeshindikana kuhifadhi matukio.',
  'Webhook saved': 'Webhook imehifadhiwa',
  'Webhook removed': 'Webhook imeondolewa',
  'The webhook could not be saved.': 'Imeshindikana kuhifadhi webhook.',
  'The webhook could not be removed.': 'Imeshindikana kuondoa webhook.',
  'Save the address before you test it': 'Hifadhi anwani kabla ya kuijaribu',
  Test: 'Jaribu',
  'Testing...': 'Inajaribiwa...',
  'The test could not be sent.': 'Imeshindikana kutuma jaribio.',
  'Your webhook works': 'Webhook yako inafanya kazi',
  'The test did not arrive': 'Jaribio halikufika',
  'There was no answer.': 'Hakukuwa na jibu.',
  'Remove the webhook {name}?': 'Uondoe webhook {name}?',
  'We stop sending events there. Events that are still waiting are not delivered, and stay in the event log.':
    'Tutaacha kutuma matukio huko. Yanayosubiri hayatatumwa, na yatabaki kwenye kumbukumbu za matukio.',

  'Signing secret': 'Siri ya kusaini',
  'The old one also signs, until {time}.': 'Ya zamani pia inasaini, hadi {time}.',
  'New signing secret': 'Siri mpya ya kusaini',
  'Save your signing secret': 'Tunza siri yako ya kusaini',
  'I have saved it': 'Nimeitunza',
  'Your system verifies our messages with it. We show it only now.':
    'Mfumo wako huitumia kuthibitisha ujumbe wetu. Tunaionyesha sasa tu.',
  'Copy signing secret': 'Nakili siri ya kusaini',
  'Make a new signing secret?': 'Utengeneze siri mpya ya kusaini?',
  'Make a new signing secret for {name}?': 'Utengeneze siri mpya ya kusaini ya {name}?',
  'Make new secret': 'Tengeneza siri mpya',
  'The signing secret could not be made.': 'Imeshindikana kutengeneza siri ya kusaini.',
  'We show it once. For 24 hours we sign every message with both.':
    'Tunaionyesha mara moja. Kwa saa 24 tunasaini kila ujumbe kwa zote mbili.',
  'The old one leaked: stop using it now': 'Ya zamani imevuja: acha kuitumia sasa',

  'More addresses': 'Anwani zaidi',
  'Add address': 'Ongeza anwani',
  'Failed to load your addresses': 'Imeshindikana kupata anwani zako',
  'Up to five systems can receive events, each at its own address, with its own events and signing secret.':
    'Mifumo hadi mitano inaweza kupokea matukio, kila mmoja kwenye anwani yake, na matukio yake na siri yake ya kusaini.',
  'Add a webhook address': 'Ongeza anwani ya webhook',
  'Change the webhook address': 'Badilisha anwani ya webhook',
  'Stock system': 'Mfumo wa bidhaa',
  'Its name in the event log and in our emails.':
    'Jina lake kwenye kumbukumbu za matukio na barua pepe zetu.',
  '{count} of {all} events': 'Matukio {count} kati ya {all}',

  'You have made a voucher': 'Umetengeneza vocha',
  'A voucher was redeemed at your till or with your key':
    'Vocha imetumika kwenye kaunta yako au kwa ufunguo wako',
  'A voucher that you made was voided': 'Vocha uliyotengeneza imefutwa',
  'You placed a hold on a voucher': 'Umeshikilia thamani ya vocha',
  'You captured a hold': 'Umechukua ulichokuwa umeshikilia',
  'A hold was released or has expired': 'Thamani iliyoshikiliwa imeachiliwa au muda wake umeisha',
  'Your balance changed: a redemption, or its reversal':
    'Salio lako limebadilika: matumizi, au ubatilishaji wake',
  'A settlement was paid': 'Malipo yamelipwa',
  'The pay-out of a settlement failed': 'Malipo kwako yameshindikana',

  'The last try failed. We keep trying for about three days.':
    'Jaribio la mwisho limeshindikana. Tunaendelea kujaribu kwa siku tatu hivi.',
  'The last {count} tries failed. We keep trying for about three days.':
    'Majaribio {count} ya mwisho yameshindikana. Tunaendelea kujaribu kwa siku tatu hivi.',
  'We send nothing while the account is not active. We keep the events.':
    'Hatutumi chochote wakati akaunti haitumiki. Tunahifadhi matukio.',
  'Your system answered 410, so we switched the webhook off. Save its address to switch it on.':
    'Mfumo wako umejibu 410, kwa hiyo tumeizima webhook. Hifadhi anwani yake ili kuiwasha.',
  'Every try failed for three days, so we switched the webhook off. Save its address to switch it on.':
    'Kila jaribio limeshindikana kwa siku tatu, kwa hiyo tumeizima webhook. Hifadhi anwani yake ili kuiwasha.',

  'Events of the last 30 days, newest first': 'Matukio ya siku 30 zilizopita, mapya kwanza',
  'Failed to load the events': 'Imeshindikana kupata matukio',
  'Failed to load the event': 'Imeshindikana kupata tukio',
  'Nothing was sent yet': 'Bado hakuna kilichotumwa',
  'Save a webhook URL and press Test to see the first event here.':
    'Hifadhi URL ya webhook na ubonyeze Jaribu ili kuona tukio la kwanza hapa.',
  'No events found': 'Hakuna matukio yaliyopatikana',
  'Voucher: last four symbols, code or ID': 'Vocha: alama nne za mwisho, msimbo au namba',
  'All events': 'Matukio yote',
  'All addresses': 'Anwani zote',
  Delivered: 'Yaliyofika',
  'Waiting to be sent': 'Yanayosubiri kutumwa',
  'Not delivered': 'Yasiyofika',
  'Arrived at {count} of {all} addresses': 'Limefika kwenye anwani {count} kati ya {all}',
  'Event ID': 'Namba ya tukio',
  'Copy event ID': 'Nakili namba ya tukio',
  Payload: 'Kilichotumwa',
  'Copy payload': 'Nakili kilichotumwa',
  'Removed address': 'Anwani iliyoondolewa',
  'Next try: {time}': 'Jaribio lijalo: {time}',
  'No tries yet.': 'Bado hakuna majaribio.',
  'Try {number}': 'Jaribio la {number}',
  'Send again to {name}': 'Tuma tena kwa {name}',
  'On its way again': 'Linatumwa tena',
  'It could not be sent again.': 'Imeshindikana kulituma tena.',

  'Delivered: it answered {status}.': 'Limefika: umejibu {status}.',
  'It answered 410, so it wants no more messages.': 'Umejibu 410, yaani hautaki ujumbe zaidi.',
  'It answered {status}, a redirect, which we do not follow. Please save the address it leads to.':
    'Umejibu {status}, yaani umeelekeza kwingine, ambako hatufuati. Tafadhali hifadhi anwani unayoelekeza.',
  'It answered {status}. Only an answer from 200 to 299 counts as delivered.':
    'Umejibu {status}. Ni jibu la 200 hadi 299 pekee linalohesabiwa kuwa limefika.',
  'There was no whole answer within 10 seconds.': 'Hakukuwa na jibu kamili ndani ya sekunde 10.',
  'The address does not begin with https://, so nothing was sent.':
    'Anwani haianzi na https://, kwa hiyo hakuna kilichotumwa.',
  'The address leads into a private network, so nothing was sent.':
    'Anwani inaelekea kwenye mtandao wa ndani, kwa hiyo hakuna kilichotumwa.',
  'The address is one of Zawadi itself, so nothing was sent.':
    'Anwani ni ya Zawadi yenyewe, kwa hiyo hakuna kilichotumwa.',
  'We could not find this host name.': 'Hatukulipata jina hili la mfumo.',
  'The connection was refused: nothing listens at this address.':
    'Muunganisho umekataliwa: hakuna kinachosikiliza kwenye anwani hii.',
  'It closed the connection before it answered.': 'Umefunga muunganisho kabla ya kujibu.',
  'Its TLS certificate has expired.': 'Cheti chake cha TLS kimeisha muda.',
  'Its TLS certificate is for another host name.': 'Cheti chake cha TLS ni cha jina jingine la mfumo.',
  'Its TLS certificate is self-signed, so we cannot trust it.':
    'Cheti chake cha TLS kimejisaini chenyewe, kwa hiyo hatuwezi kukiamini.',
  'Its TLS certificate chain is incomplete. Please install the intermediate certificates.':
    'Vyeti vya kati vya cheti chake cha TLS vinakosekana. Tafadhali viweke kwenye seva yako.',
  'Its answer is not HTTP.': 'Jibu lake si la HTTP.',

  'Please enter a full address, such as https://shop.example.com/zawadi.':
    'Tafadhali andika anwani kamili, kama https://shop.example.com/zawadi.',
  'Please leave the user name and password out of the address. Every message is signed instead.':
    'Tafadhali usiweke jina la mtumiaji na nenosiri kwenye anwani. Badala yake kila ujumbe husainiwa.',
  'Please use an address that begins with https://, so that no one can read the messages on the way.':
    'Tafadhali tumia anwani inayoanza na https://, ili mtu yeyote njiani asiweze kusoma.',
  'This is an address of Zawadi. Please enter one of your own system.':
    'Hii ni anwani ya Zawadi. Tafadhali andika ya mfumo wako mwenyewe.',
  'This address leads into a private network. Please enter one that the open internet can reach.':
    'Anwani hii inaelekea kwenye mtandao wa ndani. Tafadhali andika inayofikika kwenye intaneti.',
  'You have this address already.': 'Tayari una anwani hii.',
  'This address is longer than 500 characters.': 'Anwani hii inazidi herufi 500.',
} as const;
