import type { OpenApi } from './openapi.ts';
import type { Json, Operation } from './openapi-parts.ts';

export type Listed = { method: 'GET' | 'POST'; path: string; operation: Operation };

/** Every operation of a description, in its order. */
export function listOperations(api: OpenApi): Listed[] {
  return Object.entries(api.paths).flatMap(([path, { get, post }]) => [
    ...(get ? [{ method: 'GET' as const, path, operation: get }] : []),
    ...(post ? [{ method: 'POST' as const, path, operation: post }] : []),
  ]);
}

/** What a node stands for: itself, or the component it names. */
export function lookUp(api: OpenApi, node: Json): Json {
  const [, , kind, name] = typeof node.$ref === 'string' ? node.$ref.split('/') : [];
  if (!kind || !name) return node;
  const components: Record<string, Record<string, Json>> = api.components;
  return components[kind]?.[name] ?? {};
}

/** The last part of a reference: the name of what it stands for. */
export function nameOfRef(node: Json): string | null {
  return typeof node.$ref === 'string' ? (node.$ref.split('/').at(-1) ?? null) : null;
}

/** The media types of a body or an answer, each with its schema. */
export function mediaOf(node: Json): [type: string, schema: Json][] {
  const content = (node.content ?? {}) as Record<string, { schema: Json }>;
  return Object.entries(content).map(([type, { schema }]) => [type, schema]);
}
