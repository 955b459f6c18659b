import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compare, type Line, line, type Running, requestText, startOpponent } from '../measure.ts';
import { ARTICLE, type BenchSite, openBenchSite } from '../site.ts';

const TYPE = { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' };

/** Calls of two tools on the real server, against bare JSON-RPC and against an SDK server created for each request. */
export async function mcp(): Promise<Line[]> {
  const site = await openBenchSite();
  const server = await site.serve();
  const lines: Line[] = [];
  for (const [name, given, opponents] of [
    ['get_article', ARTICLE, ['json-rpc', 'mcp-per-request']],
    ['list_articles', { limit: 5 }, ['json-rpc']],
  ] as const) {
    const params = { name, arguments: given };
    const call = JSON.stringify({ jsonrpc: '2.0', id: 7, method: 'tools/call', params });
    lines.push(...(await against(site, server, `MCP ${name}`, call, opponents)));
  }
  await server.end();
  site.remove();
  return lines;
}

/** One call against these opponents, which send the same result. */
async function against(
  site: BenchSite,
  server: Running,
  name: string,
  call: string,
  opponents: readonly ('json-rpc' | 'mcp-per-request')[],
): Promise<Line[]> {
  const own = { ...TYPE, Authorization: `Bearer ${site.token}` };
  const answer = await fetch(`${site.base}/api/mcp`, { method: 'POST', headers: own, body: call });
  const { result } = (await answer.json()) as { result: unknown };
  const file = join(site.folder, 'result.json');
  writeFileSync(file, JSON.stringify(result));
  const lines: Line[] = [];
  for (const opponent of opponents) {
    const other = await startOpponent(opponent, file);
    const asked = { connections: 32, status: 200 };
    const rounds = await compare(
      server,
      other,
      { ...asked, request: requestText('POST', '/api/mcp', own, call) },
      { ...asked, request: requestText('POST', '/api/mcp', TYPE, call) },
    );
    await other.end();
    const [words, goal] = opponent === 'json-rpc' ? ['to bare JSON-RPC', 0.5] : ['to a library server per request', 6];
    lines.push(line(`${name} ${words}`, rounds, 'perSecond', { atLeast: Number(goal) }));
    lines.push(line(`${name} ${words}`, rounds, 'cpu', null));
  }
  return lines;
}
