-- Whether the card of the gift's link, which WhatsApp and others draw, names the amount: the buyer's wish.
ALTER TABLE purchases ADD COLUMN shows_amount boolean NOT NULL DEFAULT false;
