import { Button, Callout, ProgressBar, Switch } from '@blueprintjs/core';
import { Pin as PinIcon, Refresh, Unpin } from '@blueprintjs/icons';
import type { Row } from '../../../../shared/contract/entity.ts';
import type { Pin } from '../../../../shared/contract/pins.ts';
import { size } from '../../../components/measures.ts';
import { Time } from '../../../components/resource/cell.tsx';
import { pinRows, renewPin, unpinRows, usePin } from '../../../state/pins.ts';
import { useOffline } from '../../../state/platform.ts';
import { recipes } from '../../../state/recipes.ts';

/** What is kept of a recipe on this computer, and how far that is. */
export function KeptHere({ row, now }: { readonly row: Row; readonly now: number }) {
  const pin = usePin(recipes, row.id);
  const offline = useOffline();
  return (
    <section className="recipe-kept" aria-label="On this computer">
      {pin ? <State pin={pin} offline={offline} now={now} /> : <p className="form-note">What was looked at stays readable without the platform for as long as there is room. Keep the recipe to have all of it.</p>}
      {pin && <Switch checked={pin.with_runs} label="With its runs" onChange={({ currentTarget }) => void pinRows(recipes, [row], currentTarget.checked)} />}
      <div className="tr-actions">
        {pin
          ? <Button size="small" icon={<Unpin size={14} />} text={pin.as_of === null && pin.state === 'keeping' ? 'Cancel' : 'Keep no longer'} onClick={() => void unpinRows(recipes, [row])} />
          : <Button size="small" icon={<PinIcon size={14} />} text="Keep on this computer" onClick={() => void pinRows(recipes, [row])} />}
        {pin && (pin.state === 'kept' || pin.state === 'failed') && <Button size="small" variant="minimal" icon={<Refresh size={14} />} text="Renew" onClick={() => void renewPin(pin)} />}
      </div>
    </section>
  );
}

function State({ pin, offline, now }: { readonly pin: Pin; readonly offline: boolean; readonly now: number }) {
  const kept = pin.as_of !== null && <>Kept in full <Time value={pin.as_of} now={Math.max(now, Date.parse(pin.as_of))} />, {size(pin.bytes)}.</>;
  if (pin.state === 'failed') return <Callout compact intent="danger" role="alert">{pin.problem} {kept}</Callout>;
  if (pin.state === 'kept') return <p role="status">{kept}</p>;
  if (pin.state === 'waiting') return <p role="status">{kept} {offline ? 'Waits for the platform.' : 'Waits for its turn.'}</p>;
  return (
    <div role="status">
      <p>{kept} {pin.as_of === null ? 'Is being kept' : 'Is being renewed'}{pin.note === null ? '' : `: ${pin.note}`}</p>
      <ProgressBar value={pin.progress} animate={false} stripes={false} aria-label="Kept so far" />
    </div>
  );
}
