import type { Pool } from 'pg';
import { decrypt } from '../platform/crypto/keys.ts';
import type { Deps } from '../config/deps.ts';

type System = { owner: Pool; deps: Pick<Deps, 'keys'> };

type Sent = { to: string; template: string; data: Record<string, string> };

/** Makes the database keep a copy of every message: the outbox deletes the content of a message once it is sent. */
export async function keepMessages(owner: Pool): Promise<void> {
  await owner.query(`
    create schema tests;
    create table tests.messages (id uuid primary key, payload bytea not null);
    create function tests.keep_message() returns trigger language plpgsql security definer set search_path = pg_catalog as $$
    begin
      insert into tests.messages values (new.id, new.payload);
      return null;
    end $$;
    create trigger keep_message after insert on outbox for each row
      when (new.payload is not null) execute function tests.keep_message();`);
}

/** Returns the content of all messages, sent or waiting, oldest first. Each is JSON. */
export async function allMessages({ owner, deps }: System): Promise<string[]> {
  const { rows } = await owner.query<{ payload: Buffer }>('select payload from tests.messages order by id');
  return rows.map(({ payload }) => decrypt(deps.keys, payload));
}

/** Returns all messages to an email address or phone number, sent or waiting, oldest first. */
export async function messagesTo(system: System, to: string): Promise<Sent[]> {
  const messages = await allMessages(system);
  return messages.map((one) => JSON.parse(one) as Sent).filter((sent) => sent.to === to);
}

/** Returns the data of all messages to this target with one template. */
export async function sentTo(
  system: System,
  to: string,
  template: string,
): Promise<Record<string, string>[]> {
  const sent = await messagesTo(system, to);
  return sent.filter((one) => one.template === template).map(({ data }) => data);
}
