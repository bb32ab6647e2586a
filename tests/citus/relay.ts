import { writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';

/** Hands on what comes to an address to a socket of this machine: `relay.ts ADDRESS PORT SOCKET`, in a network of its own. */
const [address, port, socket = ''] = process.argv.slice(2);

// What a node's server does by its settings tcp_user_timeout and tcp_keepalives_…: it gives up those that it cannot reach. Else
// their transactions keep their locks.
writeFileSync('/proc/sys/net/ipv4/tcp_retries2', '4');
createServer({ allowHalfOpen: true }, (near) => {
  near.setKeepAlive(true, 3_000, 1_000, 3);
  const far = connect({ path: socket, allowHalfOpen: true });
  near.on('error', () => far.destroy());
  far.on('error', () => near.destroy());
  near.pipe(far).pipe(near);
}).listen(Number(port), address, () => {
  process.stdout.write('listening\n');
});
