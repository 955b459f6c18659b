import { createServer } from 'node:http';
import { pino } from 'pino';
import { atPort, type Config, readConfig } from './config.ts';
import { openDatabase } from './db/open.ts';
import { openPress } from './ground/open-press.ts';
import type { Press } from './ground/press.ts';
import { createListener } from './listener.ts';
import { addFirstChief, openFirstLink } from './masthead/first-chief.ts';
import { fileSampleEdition } from './sample-edition/file.ts';

/** Longest a stop waits for open requests, in milliseconds. */
const LONGEST_STOP = 10_000;

/** Opens the house with the settings of `environment` and serves until a signal stops it. */
export async function serveHouse(environment: Record<string, string | undefined>): Promise<void> {
  const asked = readConfig(environment);
  const log = pino({ base: null });
  const press = await openPress(await openDatabase(asked.databaseUrl));
  const server = createServer();
  await listen(server, asked);
  const address = server.address();
  const config = atPort(asked, typeof address === 'object' && address ? address.port : asked.port);
  server.on('request', createListener(press, config, log));
  await greet(press, config);

  let stopping = false;
  const stop = (signal: string) => {
    if (stopping) return;
    stopping = true;
    log.info({ signal }, 'stopping: no new requests are taken');
    const late = setTimeout(() => server.closeAllConnections(), LONGEST_STOP);
    server.close(async () => {
      clearTimeout(late);
      await press.db.close();
      process.exit(0);
    });
    server.closeIdleConnections();
  };
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => stop(signal));
}

function listen(server: ReturnType<typeof createServer>, { host, port }: Config): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(error.code === 'EADDRINUSE' ? new Error(`Port ${port} is taken; set PORT to another one.`) : error),
    );
    server.listen(port, host, resolve);
  });
}

/** Prepares an empty house and says where everything is. */
async function greet(press: Press, config: Config): Promise<void> {
  const base = config.publication.baseUrl;
  if (config.firstEditor) await addFirstChief(press, config.firstEditor);
  if (config.sampleEdition) await fileSampleEdition(press);
  const link = await openFirstLink(press);
  const say = [
    `${config.publication.name} is open.`,
    `  Read it           ${base}/`,
    `  As an agent       ${base}/llms.txt`,
    `  API reference     ${base}/api`,
    `  MCP               ${base}/api/mcp`,
    `  Newsroom          ${base}/newsroom`,
    link
      ? `There is no chief editor yet. Make yourself one, once, within a day:\n  ${base}/newsroom/welcome/${link}`
      : `Sign in at ${base}/newsroom/sign-in.`,
  ];
  console.log(say.join('\n'));
}
