import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type pg from 'pg';
import { layNetwork } from '../../scripts/cluster-ha/machines.ts';

const { ZAWADI_CITUS_FOLDER = '' } = process.env;
const RELAY = join(import.meta.dirname, 'relay.ts');

export type Line = { cut: () => void; mend: () => void; remove: () => Promise<void> };

/**
 * Puts a line that can be cut between a node and the others: what is sent over it then vanishes, and no kernel answers. The
 * node's server stays where it is, reached by its socket, behind a relay in a network of its own. Needs root.
 * @param owner connected to the coordinator's database, for which alone the node has another address
 */
export async function layLine(owner: pg.Client, node: number): Promise<Line> {
  const network = layNetwork(['node']);
  const [machine] = network.others;
  if (!machine?.link) throw new Error('a line that can be cut needs root');
  const { rows } = await owner.query<{ id: number; port: number }>(
    'select nodeid as id, nodeport as port from pg_dist_node where groupid = $1',
    [node],
  );
  const { id, port } = rows[0] ?? {};
  const [command = '', ...enter] = machine.enter;
  const socket = join(ZAWADI_CITUS_FOLDER, `node${node}/.s.PGSQL.${port}`);
  const relay = spawn(command, [...enter, process.execPath, RELAY, machine.address, String(port), socket], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise((settled) => relay.once('exit', settled));
  for await (const line of createInterface({ input: relay.stdout })) if (line === 'listening') break;
  await owner.query('select citus_update_node($1, $2, $3)', [id, machine.address, port]);
  return {
    ...machine.link,
    remove: async () => {
      relay.kill('SIGKILL');
      await ended;
      network.remove();
    },
  };
}
