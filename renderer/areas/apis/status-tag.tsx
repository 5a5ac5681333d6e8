import { Tag, type Intent } from '@blueprintjs/core';
import { ArrowRight, Error as ErrorIcon, Tick, Time, WarningSign } from '@blueprintjs/icons';
import { reasonPhrase } from '../../../shared/rules/status-text.ts';

const looks: Readonly<Record<number, readonly [Intent, typeof Tick]>> = { 0: ['none', Time], 2: ['success', Tick], 3: ['primary', ArrowRight], 4: ['warning', WarningSign] };

/** A status with its phrase; 0 is a run that is still under way [E-073]. */
export function StatusTag({ status, text }: { readonly status: number; readonly text: string }) {
  const [intent, Icon] = looks[Math.floor(status / 100)] ?? (['danger', ErrorIcon] as const);
  return <Tag minimal intent={intent} icon={<Icon size={12} />} className="status-tag">{status} {text || reasonPhrase(status)}</Tag>;
}
