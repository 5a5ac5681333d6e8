import * as contract from '../shared/contract/all.ts';
import type { AnyCall } from '../shared/contract/define.ts';
import { callsOf } from '../shared/rpc.ts';
import { needs } from '../shared/rules/permissions.ts';

/** Prints the whole contract as a Markdown table, from the code itself. */

function requestOf(call: AnyCall): string {
  if (call.kind === 'local') return 'answered by the app itself';
  if (!call.request) return 'a subscription to the app itself';
  const { method, path, constants = {}, names = {}, body, scope } = call.request;
  const also = call.kind === 'call' ? call.also : undefined;
  const methods = [...new Set([method, ...(also?.methods ?? [])])].join(' or ');
  const paths = [path, ...(also?.paths ?? [])].join(' or ');
  const selectors = Object.entries(constants).map(([name, value]) => `${name}=${String(value)}`);
  const scoped = scope.filter((name) => !path.includes(`{${name}}`)).map((name) => names[name] ?? name);
  return [methods, paths, ...selectors, ...scoped, body === 'form' ? '(form)' : body === 'data' ? '(under data)' : ''].filter(Boolean).join(' ');
}

const answeredBy = (call: AnyCall): string => {
  if (call.kind === 'local' || !call.request) return 'the app';
  return call.kind === 'call' && call.remoteOnly !== undefined ? `remote only: ${call.remoteOnly}` : 'yes';
};

const cells = (name: string, call: AnyCall) => [name, requestOf(call), call.fallback, call.kind === 'call' ? call.offline : '', answeredBy(call), needs(name) ?? ''];
const rows = [...callsOf(contract)].map(([name, call]) => cells(name, call));
const head = ['Call', 'Request', 'Shown when it fails', 'Offline', 'Embedded platform', 'Permission'];
const line = (row: readonly string[]) => `| ${row.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |\n`;

const remote = rows.filter(([, , , , answered = '']) => answered.startsWith('remote only')).length;
process.stdout.write(line(head) + line(head.map(() => '---')) + rows.map(line).join(''));
process.stdout.write(`\n${Object.keys(contract).length} groups, ${rows.length} calls, of which ${remote} are for remote platforms only.\n`);
