import type { OpenApi, Operation } from '#http/api-description.ts';
import { type Deprecation, deprecationHeaders } from '#http/deprecations.ts';

/** Marks the operations of deprecated routes, and says in their description until when they work. */
export function markDeprecated(api: OpenApi, deprecations: readonly Deprecation[]): OpenApi {
  const paths = { ...api.paths };
  for (const deprecation of deprecations) {
    const path = deprecation.path.replace(/:(\w+)/g, '{$1}');
    const method = deprecation.method.toLowerCase() as 'get' | 'post';
    const operation = paths[path]?.[method];
    if (operation) paths[path] = { ...paths[path], [method]: marked(operation, deprecation) };
  }
  return { ...api, paths };
}

function marked(operation: Operation, deprecation: Deprecation): Operation {
  const { since, sunset, successor } = deprecation;
  const instead = successor ? ` Use \`${successor.replace(/:(\w+)/g, '{$1}')}\`.` : '';
  const names = Object.keys(deprecationHeaders(deprecation)).map((name) => `\`${name}\``);
  return {
    ...operation,
    deprecated: true,
    description: `**Deprecated** since ${since}; it works until ${sunset} at least.${instead} Responses say so in ${names.join(', ')}. ${operation.description}`,
  };
}
