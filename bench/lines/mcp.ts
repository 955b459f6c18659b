import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compare, type Line, line, requestText, startOpponent } from '../measure.ts';
import { ARTICLE, openBenchSite } from '../site.ts';

/** `tools/call get_article` on the real server, against bare JSON-RPC and against an SDK server created for each request. */
export async function mcp(): Promise<Line[]> {
  const site = await openBenchSite();
  const server = await site.serve();
  const type = { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' };
  const own = { ...type, Authorization: `Bearer ${site.token}` };
  const call = JSON.stringify({
    jsonrpc: '2.0',
    id: 7,
    method: 'tools/call',
    params: { name: 'get_article', arguments: ARTICLE },
  });
  const answer = await fetch(`${site.base}/api/mcp`, { method: 'POST', headers: own, body: call });
  const { result } = (await answer.json()) as { result: unknown };
  const file = join(site.folder, 'result.json');
  writeFileSync(file, JSON.stringify(result));
  const lines: Line[] = [];
  for (const [opponent, words, goal] of [
    ['json-rpc', 'to bare JSON-RPC', { atLeast: 0.4 }],
    ['mcp-per-request', 'to a library server per request', { atLeast: 6 }],
  ] as const) {
    const other = await startOpponent(opponent, file);
    const asked = { connections: 32, status: 200 };
    const rounds = await compare(
      server,
      other,
      { ...asked, request: requestText('POST', '/api/mcp', own, call) },
      { ...asked, request: requestText('POST', '/api/mcp', type, call) },
    );
    await other.end();
    lines.push(line(`MCP get_article ${words}`, rounds, 'perSecond', goal), line(`MCP ${words}`, rounds, 'cpu', null));
  }
  await server.end();
  site.remove();
  return lines;
}
