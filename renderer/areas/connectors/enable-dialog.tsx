import { Radio, RadioGroup } from '@blueprintjs/core';
import { useMemo, useState } from 'react';
import type { Row } from '../../../shared/contract/entity.ts';
import { useObstacle } from '../../state/list-permission.ts';
import { ReviewDialog } from './review.tsx';

const wordOf = (on: boolean) => (on ? 'Enabled' : 'Disabled');

/** Enables or disables many endpoints of open APIs; a disabled one cannot be tried. */
export function EnableDialog({ endpoints, onClose }: { readonly endpoints: readonly Row[]; readonly onClose: () => void }) {
  const [on, setOn] = useState(() => endpoints.some((row) => row['enabled'] === false));
  const obstacle = useObstacle('openApiEndpoints', 'bulkEnable');
  const changes = useMemo(() => endpoints.map((row) => {
    const now = row['enabled'] !== false;
    return { row, from: wordOf(now), to: wordOf(on), same: now === on };
  }), [endpoints, on]);
  return (
    <ReviewDialog title="Enable or disable endpoints" changes={changes} change={{ enabled: on }} obstacle={obstacle} nothing={null} onClose={onClose}>
      <RadioGroup inline label="They are to be" selectedValue={String(on)} onChange={({ currentTarget }) => setOn(currentTarget.value === 'true')}>
        <Radio label="Enabled" value="true" />
        <Radio label="Disabled: they cannot be tried" value="false" />
      </RadioGroup>
    </ReviewDialog>
  );
}
