import type { ExecutionResult } from '../../../shared/contract/composer.ts';
import type { NodeResult } from '../../../shared/contract/composer-graph.ts';
import { secretsSetIn, withoutCookieValues } from '../../execution/compose/hidden-cookies.ts';
import { maskBytes } from '../../execution/byte-mask.ts';
import { maskDeep, maskOf } from '../../execution/mask.ts';
import type { HopRecord } from '../../execution/request.ts';

/** What an execution says of its answer; its request has a record that says itself what was hidden. */
const told = ['data', 'text', 'headers', 'hops', 'nodes', 'statusText', 'error', 'executedURL', 'assertions'] as const;

/**
 * A result as it is kept: `hides`, and the values with which the cookies of its answers sign in, are masked wherever a
 * target repeats them [F-20]. Whoever ran it has it as it came, since the next step may need them.
 */
export function keptResult(result: ExecutionResult, hides: readonly string[]): ExecutionResult {
  const hops = listOf(result['hops']) as HopRecord[];
  const nodes = Object.entries((result['nodes'] ?? {}) as Readonly<Record<string, NodeResult>>);
  const secrets = [...hides, ...[result.headers, ...hops.map(({ headers }) => headers), ...nodes.map(([, node]) => node.headers ?? {})].flatMap(secretsSetIn)];
  const kept: ExecutionResult = {
    ...result,
    headers: withoutCookieValues(result.headers),
    ...(hops.length > 0 && { hops: hops.map((hop) => Object.assign({}, hop, { headers: withoutCookieValues(hop.headers) })) }),
    ...(nodes.length > 0 && { nodes: Object.fromEntries(nodes.map(([id, node]) => [id, node.headers ? { ...node, headers: withoutCookieValues(node.headers) } : node])) }),
  };
  if (secrets.length === 0) return kept;
  const mask = maskOf(secrets);
  const hidden = Object.fromEntries(told.filter((name) => kept[name] !== undefined).map((name) => [name, maskDeep(kept[name], mask)]));
  const bytes = kept['data_kind'] === 'base64' && typeof kept.data === 'string' ? { data: maskBytes(Buffer.from(kept.data, 'base64'), secrets).toString('base64') } : {};
  return { ...kept, ...hidden, ...bytes };
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
