import { HTMLSelect } from '@blueprintjs/core';
import { changeSettings, useSettings } from '../../state/settings.ts';

/** From where requests are sent: one switch for all of them. */
export function SendFrom() {
  const from = useSettings(({ send_from }) => send_from);
  return (
    <HTMLSelect
      className="bp6-fixed send-from" aria-label="Send from" value={from}
      title={from === 'computer' ? 'Sent by this computer: it reaches what this computer reaches, may carry files by their path, and is kept in the activity log alone.' : 'Sent by the platform, which keeps the run. Files by their path can only be sent from this computer.'}
      onChange={({ currentTarget: { value } }) => void changeSettings({ send_from: value === 'computer' ? 'computer' : 'platform' })}
    >
      <option value="platform">Through the platform</option>
      <option value="computer">From this computer</option>
    </HTMLSelect>
  );
}
