import type { Database } from './database.ts';

export type MessageRow = { at: number; from: string; text: string };
export type MailRow = { id: number; at: number; to: string; subject: string; text: string; html: string };
export type Inboxes = ReturnType<typeof createInboxes>;

const mailColumns = 'id, at, recipient AS "to", subject, text, html';

/** Inboxes of SMS by phone number and of mail by email address, oldest first. */
export function createInboxes(database: Database, clock: () => Date) {
  return {
    addMessage: (msisdn: string, sender: string, text: string) => {
      const insert = 'INSERT INTO messages (msisdn, sender, text, at) VALUES (?, ?, ?, ?)';
      return Number(database.run(insert, msisdn, sender, text, clock().getTime()).lastInsertRowid);
    },
    messages: (msisdn: string) =>
      database.all<MessageRow>(
        'SELECT at, sender AS "from", text FROM messages WHERE msisdn = ? ORDER BY id',
        msisdn,
      ),
    addMail: (mail: { to: string; subject: string; text: string; html: string }) => {
      const insert = 'INSERT INTO mail (recipient, subject, text, html, at) VALUES (?, ?, ?, ?, ?)';
      database.run(insert, mail.to, mail.subject, mail.text, mail.html, clock().getTime());
    },
    mail: (to: string | undefined) =>
      to === undefined
        ? database.all<MailRow>(`SELECT ${mailColumns} FROM mail ORDER BY id`)
        : database.all<MailRow>(`SELECT ${mailColumns} FROM mail WHERE recipient = lower(?) ORDER BY id`, to),
    mailById: (id: number) => database.one<MailRow>(`SELECT ${mailColumns} FROM mail WHERE id = ?`, id),
    clear: () =>
      database.transaction(() => {
        database.run('DELETE FROM messages');
        database.run('DELETE FROM mail');
      }),
  };
}
