import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';

// A port for a server that starts later.

/** The lowest port of a server here: below it are those of well-known services. */
const LOWEST = 10_000;
/** The lowest port that the system itself gives away (ip(7), ip_local_port_range): 32,768 where it does not tell. */
const SYSTEM = lowestOfSystem();

/**
 * A port that is free now and that the system gives to nobody: a port it chose for us could be another test's as soon as we close
 * it, and a slow start would then ask the server of that test.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(LOWEST, SYSTEM);
    if (await isFree(port)) return port;
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  try {
    await once(server.listen(port, '127.0.0.1'), 'listening');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return false;
    throw error;
  }
  await new Promise((closed) => server.close(closed));
  return true;
}

function lowestOfSystem(): number {
  try {
    const lowest = Number.parseInt(readFileSync('/proc/sys/net/ipv4/ip_local_port_range', 'utf8'), 10);
    return lowest > 2 * LOWEST ? lowest : 32_768;
  } catch {
    return 32_768;
  }
}
