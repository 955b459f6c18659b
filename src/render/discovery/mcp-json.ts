import type { z } from 'zod';
import type { Publication } from '../../config.ts';
import type { mcpPointerSchema } from './discovery-schemas.ts';

/** The body of `/.well-known/mcp.json`: where the MCP server is. */
export function mcpJson({ name, baseUrl }: Publication): z.infer<typeof mcpPointerSchema> {
  return {
    name,
    description: `Lists, reads, drafts and revises the articles of ${name}. It cannot publish or approve: an editor does.`,
    endpoint: `${baseUrl}/api/mcp`,
    transport: 'streamable-http',
  };
}
